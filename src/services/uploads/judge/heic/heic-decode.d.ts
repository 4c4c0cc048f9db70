declare module 'heic-decode' {
  /** The main picture as RGBA, upright. Throws when it cannot be read. */
  export default function decode(options: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
