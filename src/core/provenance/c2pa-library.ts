import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file in memory as the library takes it: it asks for its size, parts of it, and all of it. */
class FileInMemory extends Blob {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, type: string) {
    super([], { type })
    this.#bytes = bytes
    Object.defineProperty(this, 'size', { value: bytes.length })
  }

  override slice(start?: number, end?: number): Blob {
    return new FileInMemory(this.#bytes.subarray(start, end), this.type)
  }

  copy(): ArrayBuffer {
    return new Uint8Array(this.#bytes).buffer
  }
}

/** The library is made for browsers' workers, where this reads a file at once. */
class FileReaderOfMemory {
  readAsArrayBuffer(file: FileInMemory): ArrayBuffer {
    return file.copy()
  }
}

async function load() {
  Object.assign(globalThis, { FileReaderSync: FileReaderOfMemory })
  const library = await import('@contentauth/c2pa-wasm')
  const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
  await library.default({ module_or_path: await readFile(wasm) })
  return library
}

let loading: ReturnType<typeof load> | undefined

/**
 * Loads the reference implementation of C2PA when it is first used, 9 MB of WebAssembly: only in the
 * processes of core/parsers, which can be ended.
 */
export function loadC2pa() {
  loading ??= load()
  return loading
}

/** A file in memory as a parameter of the library. */
export function fileInMemory(bytes: Uint8Array, type: string): Blob {
  return new FileInMemory(bytes, type)
}

/**
 * The library's settings: it fetches nothing, neither manifests nor the state of certificates, and
 * makes no thumbnails, which would show private inputs. `anchors`: certificates, as PEM,
 * under which it trusts signers.
 */
export function librarySettings(anchors = ''): string {
  return JSON.stringify({
    ...(anchors && { trust: { user_anchors: anchors } }),
    verify: {
      verify_trust: anchors !== '',
      verify_after_sign: false,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    builder: { thumbnail: { enabled: false } },
  })
}
