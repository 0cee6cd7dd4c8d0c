import { constants, crc32, deflateRawSync } from 'node:zlib'

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

/** A block of deflate that stores at most 65,535 bytes as they are. */
function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length)
  block[0] = 0
  block.writeUInt16LE(bytes.length, 1)
  block.writeUInt16LE(~bytes.length & 0xffff, 3)
  bytes.copy(block, 5)
  return block
}

/**
 * Compresses texts that stay the same, once. The result joins them with a short text of its own for each response and
 * returns them as gzip, so that a response costs no compression.
 */
export function createGzipParts(parts: readonly Buffer[]): (separator: Buffer) => Buffer {
  // A sync flush ends each part at a byte, so that blocks can follow each other.
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
  const compressed = parts.map((part) => deflateRawSync(part, options))
  const partsLength = parts.reduce((sum, { length }) => sum + length, 0)
  return (separator) => {
    const stored = storedBlock(separator)
    const blocks: Buffer[] = [header]
    let checksum = 0
    // zlib forgets the checksum at an empty buffer.
    const check = (bytes: Buffer) => void (checksum = bytes.length > 0 ? crc32(bytes, checksum) : checksum)
    parts.forEach((part, at) => {
      if (at > 0) {
        blocks.push(stored)
        check(separator)
      }
      blocks.push(compressed[at] ?? Buffer.alloc(0))
      check(part)
    })
    const trailer = Buffer.allocUnsafe(8)
    trailer.writeUInt32LE(checksum, 0)
    trailer.writeUInt32LE(partsLength + separator.length * (parts.length - 1), 4)
    return Buffer.concat([...blocks, lastBlock, trailer])
  }
}
