import { readFile } from 'node:fs/promises'
import { workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import sharp from 'sharp'

const { from, to, format } = workerData as { from: string; to: string; format: 'jpeg' | 'png' }
const { width, height, data } = await decode({ buffer: await readFile(from) })
const picture = sharp(data, { raw: { width, height, channels: 4 } })
await (format === 'png' ? picture : picture.removeAlpha()).toFormat(format, { quality: 100 }).toFile(to)
