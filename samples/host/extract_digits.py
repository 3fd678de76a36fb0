# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Made digits.bin: reads eval_x (float32 [N][1][8][8], pixels / 16) and eval_y (int64 [N]) from an
# .npz and writes one record of 65 bytes per image: the label, then 64 pixels of 0 to 16.
# Usage: python3 extract_digits.py digits_cnn.npz digits.bin
import ast
import struct
import sys
import zipfile


def read_array(archive, name):
    """The flat values of an uncompressed .npy entry, of little-endian float32 or int64."""
    data = archive.read(name + ".npy")
    length = struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:10 + length].decode("latin1"))
    kind = {"<f4": "f", "<i8": "q"}[header["descr"]]
    count = 1
    for size in header["shape"]:
        count *= size
    return struct.unpack_from("<%d%s" % (count, kind), data, 10 + length)


def main(source, destination):
    with zipfile.ZipFile(source) as archive:
        images = read_array(archive, "eval_x")
        labels = read_array(archive, "eval_y")
    pixels = [round(value * 16) for value in images]
    assert all(pixel / 16 == value for pixel, value in zip(pixels, images))
    assert len(pixels) == 64 * len(labels)
    with open(destination, "wb") as file:
        for i, label in enumerate(labels):
            file.write(bytes([label] + pixels[64 * i:64 * i + 64]))


main(*sys.argv[1:])
