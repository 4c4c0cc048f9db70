type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

declare const WebAssembly: { Memory: { prototype: Memory } }

const pageSize = 65_536

/**
 * WebAssembly of this thread gets no more than `bytes`; a thread's own limits are for JavaScript's
 * memory alone.
 */
export function boundMemory(bytes: number): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageSize > bytes)
      throw new RangeError('It takes too much memory')
    return grow.call(this, pages)
  }
}
