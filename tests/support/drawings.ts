import { seededRandom } from './services/history-world.ts'

/** A drawing as SVG, of 512 × 512 pixels, with shapes at random places: each seed makes another one. */
export function drawing(seed: number): Buffer {
  const random = seededRandom(seed)
  const shapes = Array.from({ length: 24 }, () => {
    const [x, y, radius] = [random() * 512, random() * 512, 15 + random() * 70]
    const fill = [random(), random(), random()].map((part) => Math.floor(part * 256)).join(',')
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="rgb(${fill})"/>`
  })
  const plain = '<rect width="512" height="512" fill="#fff"/>'
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">${plain}${shapes.join('')}</svg>`,
  )
}
