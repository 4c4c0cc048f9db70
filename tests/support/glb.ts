/** A GLB file of these chunks: `json` is padded, and the header states the whole length. */
export function glbFile(json: unknown, binary: Uint8Array | null = null): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  return glbOf([
    [0x4e4f534a, Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')])],
    ...(binary ? [[0x004e4942, binary] as const] : []),
  ])
}

/** A GLB file of chunks by their types. */
export function glbOf(chunks: readonly (readonly [type: number, content: Uint8Array])[]): Buffer {
  const parts = chunks.flatMap(([type, content]) => [wordsOf(content.length, type), content])
  const length = 12 + parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([wordsOf(0x46546c67, 2, length), ...parts])
}

function wordsOf(...values: number[]): Buffer {
  const words = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) words.writeUInt32LE(value, index * 4)
  return words
}

/** The description of one triangle, whose nine numbers are in the binary chunk. */
export const triangle = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    {
      ...{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 },
      ...{ min: [0, 0, 0], max: [1, 1, 0] },
    },
  ],
  bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
}

/** The numbers of `triangle`. */
export const triangleNumbers = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
