declare module 'libheif-js/wasm-bundle.js' {
  type Points = { data: Uint8ClampedArray; width: number; height: number }

  /** One image of a file. Measures in pixels, as shown. */
  class HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    /** Decodes it, upright, into `points.data` (RGBA); calls back with `null` on failure. */
    display(points: Points, done: (points: Points | null) => void): void
  }

  const libheif: {
    ready: Promise<unknown>
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
  }
  export default libheif
}
