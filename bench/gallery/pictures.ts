import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** A picture's pixels, and where it lies in the storage. */
export type Picture = { key: string; shape: string; width: number; height: number }

const shapes = [
  ['square_hd', 1024, 1024],
  ['landscape_4_3', 1024, 768],
  ['portrait_4_3', 768, 1024],
  ['landscape_16_9', 1024, 576],
  ['portrait_16_9', 576, 1024],
] as const
const hues = 24

/**
 * Draws small pictures of the sizes people make, in many colours, into a data directory's storage.
 */
export async function drawPictures(dataDir: string): Promise<Picture[]> {
  const folder = path.join(dataDir, 'media', 'gallery')
  await mkdir(folder, { recursive: true })
  const wanted = Array.from({ length: hues }, (_, hue) =>
    shapes.map(([shape, width, height]) => ({ shape, width, height, hue })),
  ).flat()
  return Promise.all(
    wanted.map(async ({ shape, width, height, hue }) => {
      const name = `${shape}-${hue}.webp`
      await writeFile(
        path.join(folder, name),
        await draw(width / 2, height / 2, (hue * 360) / hues),
      )
      return { key: `gallery/${name}`, shape, width, height }
    }),
  )
}

/** A sky over hills in one hue: like a thumbnail in weight and in what it takes to decode. */
function draw(width: number, height: number, hue: number): Promise<Buffer> {
  const hill = (level: number, light: number) =>
    `<path d="M0 ${height * level} Q ${width / 3} ${height * (level - 0.2)} ${width / 2} ${height * level} T ${width} ${height * level} V ${height} H 0 Z" fill="hsl(${hue} 40% ${light}%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 45% 62%)"/><circle cx="${width * 0.7}" cy="${height * 0.3}" r="${width * 0.08}" fill="hsl(${hue + 40} 70% 85%)"/>${hill(0.6, 45)}${hill(0.75, 32)}${hill(0.9, 20)}</svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 70 }).toBuffer()
}
