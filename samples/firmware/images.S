/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The test images, in flash: records of a label and 64 pixels. */
    .section .rodata.images, "a"
    .global images_begin
    .global images_end
images_begin:
    .incbin IMAGES_FILE
images_end:
