/** The named image sizes and their pixels (docs/spec/creation.md#models). */
export const imageSizes = {
  square: { width: 512, height: 512 },
  square_hd: { width: 1024, height: 1024 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
} as const

export type ImageSize = keyof typeof imageSizes
export type Pixels = { width: number; height: number }

export const imageSizeNames = Object.keys(imageSizes) as readonly ImageSize[]

/** The pixels of a size name; 1024 × 1024 for an unknown name (docs/spec/creation.md#models). */
export function pixelsOf(size: string): Pixels {
  return imageSizes[size as ImageSize] ?? { width: 1024, height: 1024 }
}
