import type { ImageToTake } from '#core/generations/steps/take-image.ts'
import type { ImageToConvert } from '#core/media/convert-image.ts'
import type { FileToPlan } from '#core/media/embedding/embed-packet.ts'
import type { ContentType } from '#core/media/file-type.ts'
import type { ContainerToInspect } from '#core/media/inspect-container.ts'
import type { HeicToDecode } from '#core/media/validation/decode-heic.ts'
import type { ImageToRewrite } from '#core/media/validation/rewrite-image.ts'
import type { ParserRequests } from '#core/parsers/parser-tasks.ts'
import type { ImageToLabel } from '#core/provenance/label-image.ts'
import type { FileToMark } from '#core/provenance/mark-file.ts'
import type { FileToRead } from '#core/provenance/read-marks.ts'

/**
 * Everything that parses the bytes of people and providers, by name. It runs in a process of its
 * own (core/parsers), which loads what a task needs when it first runs. An input and a result are
 * plain data.
 */
export const parserTasks = {
  inspectContainer: async (file: ContainerToInspect, { read }: ParserRequests) =>
    (await import('#core/media/inspect-container.ts')).inspectContainer(read, file),

  inspectMesh: async (file: { bytes: number }, { read }: ParserRequests) =>
    (await import('#core/media/inspect-mesh.ts')).inspectMesh(read, file),

  inspectImage: async (image: { content: Uint8Array | string; contentType: ContentType }) =>
    (await import('#core/media/read-image.ts')).inspectImage(image),

  takeImage: async (image: ImageToTake, { sign }: ParserRequests) =>
    (await import('#core/generations/steps/take-image.ts')).takeImage(image, sign),

  shrinkImage: async (image: { content: Uint8Array | string; maxPixels: number }) =>
    (await import('#core/media/read-image.ts')).shrinkImage(image),

  readThumbnail: async (image: { content: Uint8Array }) =>
    (await import('#core/media/read-image.ts')).readThumbnail(image),

  drawPreview: async (image: { content: Uint8Array; maxPixels: number }) =>
    (await import('#core/media/read-image.ts')).drawPreview(image),

  readImageHead: async (file: { path: string; format: string }) =>
    (await import('#core/media/validation/rewrite-image.ts')).readImageHead(file),

  rewriteImage: async (image: ImageToRewrite) =>
    (await import('#core/media/validation/rewrite-image.ts')).rewriteImage(image),

  decodeHeic: async (image: HeicToDecode) =>
    (await import('#core/media/validation/decode-heic.ts')).decodeHeic(image),

  rasterizeSvg: async (image: { from: string; to: string }) =>
    (await import('#core/media/validation/rasterize-svg.ts')).rasterizeSvg(image),

  readGif: async (file: { path: string }) =>
    (await import('#core/media/validation/read-gif.ts')).readGif(file.path),

  findMetadata: async (file: { bytes: number; contentType: string }, { read }: ParserRequests) =>
    (await import('#core/media/validation/find-metadata.ts')).findMetadata(read, file),

  planPacket: async (file: FileToPlan, { read }: ParserRequests) =>
    (await import('#core/media/embedding/embed-packet.ts')).planPacket(read, file),

  markFile: async (file: FileToMark, { sign }: ParserRequests) =>
    (await import('#core/provenance/mark-file.ts')).markFile(file, sign),

  labelImage: async (image: ImageToLabel) =>
    (await import('#core/provenance/label-image.ts')).labelImage(image),

  readMarks: async (file: FileToRead) =>
    (await import('#core/provenance/read-marks.ts')).readMarks(file),

  convertImage: async (image: ImageToConvert) =>
    (await import('#core/media/convert-image.ts')).convertImage(image),
}

type ParserTaskFunctions = typeof parserTasks

declare module '#core/parsers/parser-tasks.ts' {
  interface ParserTasks extends ParserTaskFunctions {}
}
