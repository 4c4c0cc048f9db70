import { makeMesh } from '@atelier/demo-world/mesh'
import { describe, expect, it } from 'vitest'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import { glbFile, glbOf, triangle, triangleNumbers } from '#testing/glb.ts'
import { fileTypeOf } from './file-type.ts'
import { maxGlbJson } from './glb-rules.ts'
import { inspectMesh } from './inspect-mesh.ts'

/** Inspects a file, and says which of its bytes were read. */
async function inspect(file: Buffer, bytes = file.length) {
  const reads: [number, number][] = []
  const read = async (start: number, end: number) => {
    reads.push([start, end])
    return file.subarray(start, end)
  }
  return { inspected: await inspectMesh(read, { bytes }), reads }
}

const nothing = { width: null, height: null, durationMs: null, fps: null }
const whole = glbFile(triangle, triangleNumbers)

/** The triangle with other accessors, views, buffers or meshes. */
const changed = (change: object) => glbFile({ ...triangle, ...change }, triangleNumbers)
const accessor = (change: object) =>
  changed({ accessors: [{ ...triangle.accessors[0], ...change }] })
const view = (change: object) =>
  changed({ bufferViews: [{ ...triangle.bufferViews[0], ...change }] })

const patched = (at: number, value: number) => {
  const file = Buffer.from(whole)
  file.writeUInt32LE(value, at)
  return file
}

describe('the inspection of a 3D object', () => {
  it('accepts a complete one, and reads no more than its description', async () => {
    const large = glbFile(triangle, Buffer.concat([triangleNumbers, Buffer.alloc(500_000)]))
    const { inspected, reads } = await inspect(large)
    expect(inspected).toEqual(nothing)
    expect(reads.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(2_000)
  })

  it('accepts what the demo makes', async () => {
    const made = Buffer.from(makeMesh({ prompt: 'a vase', seed: 1 }))
    expect(fileTypeOf(made)).toEqual({ contentType: 'model/gltf-binary', extension: 'glb' })
    expect((await inspect(made)).inspected).toEqual(nothing)
  })

  it.each<[string, Buffer]>([
    ['images elsewhere', changed({ images: [{ uri: 'https://elsewhere.example/a.png' }] })],
    ['a buffer elsewhere', changed({ buffers: [{ byteLength: 1_000, uri: 'other.bin' }] })],
    [
      'further chunks',
      glbOf([
        [0x4e4f534a, json(triangle)],
        [0x004e4942, triangleNumbers],
        [7, Buffer.alloc(4)],
      ]),
    ],
    ['numbers that are compressed', accessor({ bufferView: undefined, count: 100_000 })],
    ['nested extras', changed({ extras: nested(40) })],
    ['brackets in a text', changed({ extras: '['.repeat(1_000) })],
  ])('accepts one with %s', async (_, file) => {
    expect((await inspect(file)).inspected).toEqual(nothing)
  })

  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'too short'],
    ['a header alone', whole.subarray(0, 12), 'should have'],
    ['a cut-off file', whole.subarray(0, -1), 'should have'],
    ['something behind its end', Buffer.concat([whole, Buffer.from('PK')]), 'should have'],
    ['version 1', patched(4, 1), 'version 2'],
    ['another beginning', patched(0, 0), 'no GLB'],
    ['a description that is too long for the file', patched(12, 1_000_000), '1000000 bytes'],
    ['a description of 4 GB', patched(12, 0xffffffff), '4294967295 bytes'],
    ['a binary chunk that ends too early', shortBinary(), 'has no header'],
    ['no description', glbOf([[0x004e4942, triangleNumbers]]), 'no description'],
    ['no chunk', glbOf([]), 'no description'],
    [
      'many chunks',
      glbOf([
        [0x4e4f534a, json(triangle)],
        ...Array.from({ length: 40 }, () => [7, Buffer.alloc(0)] as const),
      ]),
      'too many chunks',
    ],
    ['a description that is no JSON', glbFile('{"asset":'), 'no JSON'],
    ['a description that is a number', glbFile('7'), 'version 2'],
    ['a description that is nested 10,000 times', glbFile('['.repeat(10_000)), 'too deeply'],
    ['version 3 in its description', changed({ asset: { version: '3.0' } }), 'version 2'],
    ['no mesh', changed({ meshes: [] }), 'no mesh'],
    ['a mesh of nothing', changed({ meshes: [{ primitives: [] }] }), 'no mesh'],
    ['100,001 nodes', changed({ nodes: Array.from({ length: 100_001 }, () => 0) }), '100001 nodes'],
    ['a count beyond its view', accessor({ count: 4 }), 'behind their view'],
    ['a count of a thousand million', accessor({ count: 1e9 }), 'behind their view'],
    ['a negative count', accessor({ count: -1 }), 'a count'],
    ['a count that is no number', accessor({ count: '3' }), 'a count'],
    ['gigabytes of zeros', accessor({ bufferView: undefined, count: 1e9 }), 'not in the file'],
    ['numbers of an unknown type', accessor({ type: 'VEC9' }), 'unknown type'],
    ['numbers without their view', accessor({ bufferView: 1 }), 'no view'],
    ['a view behind its buffer', view({ byteOffset: 4 }), 'behind its buffer'],
    ['a view of a buffer that is not there', view({ buffer: 1 }), 'no buffer'],
    ['a stride beyond its view', view({ byteStride: 16 }), 'behind their view'],
    ['a buffer longer than its chunk', changed({ buffers: [{ byteLength: 40 }] }), '40 bytes'],
    [
      'a second buffer without bytes',
      changed({ buffers: [...triangle.buffers, { byteLength: 4 }] }),
      '4 bytes',
    ],
  ])('refuses %s', async (_, file, words) => {
    const refused = await inspect(file).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidMedia)
    expect(String(refused)).toContain(words)
  })

  it('refuses a description beyond the limit before it is read', async () => {
    const long = glbOf([[0x4e4f534a, Buffer.alloc(maxGlbJson + 4, ' ')]])
    await expect(inspect(long)).rejects.toThrow(`${maxGlbJson + 4} bytes`)
  })
})

function json(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')])
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

/** The binary chunk says 32 of its 36 bytes, so that four are left, too few for a chunk. */
function shortBinary(): Buffer {
  return patched(whole.length - 44, 32)
}
