/** A colour: red, green and blue from 0 to 1. */
export type MeshColor = readonly [number, number, number]

export type MeshRequest = {
  prompt: string
  seed: number
  /** The colour of its middle; otherwise the prompt and the seed say it. */
  color?: MeshColor | undefined
}

/** Points along the outline, and around the axis. */
const rings = 40
const sides = 64

/**
 * Makes a 3D object as a GLB file of version 2 without textures: a turned vessel whose outline and
 * colours follow from the prompt and the seed. About 180 kB.
 */
export function makeMesh({ prompt, seed, color }: MeshRequest): Uint8Array {
  const random = numbersFrom(`${prompt} ${seed}`)
  const outline = outlineFrom(random)
  const middle = color ?? hue(random())
  const rim = hue(random())
  const vertices = Array.from({ length: rings + 1 }, (_, ring) =>
    Array.from({ length: sides + 1 }, (__, side) => vertex(outline, ring, side)),
  ).flat()
  const colors = vertices.flatMap(({ share }) =>
    middle.map((part, index) => mix(part, rim[index] ?? 0, Math.abs(share - 0.5) ** 1.5 * 1.6)),
  )
  return writeGlb({
    positions: new Float32Array(vertices.flatMap(({ position }) => position)),
    normals: new Float32Array(vertices.flatMap(({ normal }) => normal)),
    colors: new Float32Array(colors),
    indices: triangles(),
  })
}

type Outline = (share: number) => number

/** Radius by height: a foot, a belly and a lip. */
function outlineFrom(random: () => number): Outline {
  const [belly, place, waves, depth] = [
    0.35 + random() * 0.3,
    0.3 + random() * 0.3,
    2 + random() * 4,
    random() * 0.05,
  ]
  return (share) =>
    0.16 +
    belly * Math.exp(-(((share - place) / 0.24) ** 2)) +
    0.14 * share ** 4 +
    depth * Math.sin(share * Math.PI * 2 * waves)
}

function vertex(outline: Outline, ring: number, side: number) {
  const share = ring / rings
  const angle = (side / sides) * Math.PI * 2
  const radius = outline(share)
  const slope = (outline(share + 0.01) - outline(share - 0.01)) / 0.02 / 1.6
  const length = Math.hypot(1, slope)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    share,
    position: [cos * radius, share * 1.6 - 0.8, sin * radius],
    normal: [cos / length, -slope / length, sin / length],
  }
}

function triangles(): Uint16Array {
  const row = sides + 1
  return new Uint16Array(
    Array.from({ length: rings * sides }, (_, index) => {
      const a = Math.floor(index / sides) * row + (index % sides)
      return [a, a + row, a + 1, a + 1, a + row, a + row + 1]
    }).flat(),
  )
}

const mix = (a: number, b: number, share: number) => a + (b - a) * Math.min(1, share)

/** A strong colour of this hue, from 0 to 1. */
function hue(at: number): MeshColor {
  const part = (shift: number) => 0.5 + 0.42 * Math.cos(2 * Math.PI * (at + shift))
  return [part(0), part(1 / 3), part(2 / 3)]
}

/** Numbers from 0 to 1 that follow from a text (FNV-1a, then a linear congruence). */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type Geometry = {
  positions: Float32Array
  normals: Float32Array
  colors: Float32Array
  indices: Uint16Array
}

function writeGlb({ positions, normals, colors, indices }: Geometry): Uint8Array {
  const parts = [positions, normals, colors, indices]
  const offsets = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { byteLength }) => sum + byteLength, 0),
  )
  const binary = new Uint8Array(aligned(parts.reduce((sum, { byteLength }) => sum + byteLength, 0)))
  for (const [index, { buffer, byteLength }] of parts.entries())
    binary.set(new Uint8Array(buffer, 0, byteLength), offsets[index])
  const floats = { componentType: 5126, type: 'VEC3', count: positions.length / 3 }
  const description = {
    asset: { version: '2.0', generator: 'atelier demo' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0, NORMAL: 1, COLOR_0: 2 }, indices: 3, material: 0 },
        ],
      },
    ],
    materials: [
      { doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0.1, roughnessFactor: 0.4 } },
    ],
    accessors: [
      { ...floats, bufferView: 0, ...boundsOf(positions) },
      { ...floats, bufferView: 1 },
      { ...floats, bufferView: 2 },
      { bufferView: 3, componentType: 5123, type: 'SCALAR', count: indices.length },
    ],
    bufferViews: parts.map(({ byteLength }, index) => ({
      ...{ buffer: 0, byteOffset: offsets[index], byteLength },
      target: index === 3 ? 34963 : 34962,
    })),
    buffers: [{ byteLength: binary.length }],
  }
  return joinGlb(new TextEncoder().encode(JSON.stringify(description)), binary)
}

function boundsOf(positions: Float32Array) {
  const axis = (index: number) => positions.filter((_, at) => at % 3 === index)
  const axes = [0, 1, 2].map(axis)
  return {
    min: axes.map((values) => values.reduce((a, b) => Math.min(a, b))),
    max: axes.map((values) => values.reduce((a, b) => Math.max(a, b))),
  }
}

const aligned = (bytes: number) => Math.ceil(bytes / 4) * 4

/** Joins the two chunks of a GLB file. The description is padded with spaces, as the format says. */
function joinGlb(json: Uint8Array, binary: Uint8Array): Uint8Array {
  const text = aligned(json.length)
  const file = new Uint8Array(12 + 8 + text + 8 + binary.length)
  const view = new DataView(file.buffer)
  const words = (at: number, ...values: number[]) => {
    for (const [index, value] of values.entries()) view.setUint32(at + index * 4, value, true)
  }
  words(0, 0x46546c67, 2, file.length)
  words(12, text, 0x4e4f534a)
  file.fill(0x20, 20, 20 + text)
  file.set(json, 20)
  words(20 + text, binary.length, 0x004e4942)
  file.set(binary, 28 + text)
  return file
}
