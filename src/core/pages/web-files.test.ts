import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { readWebFiles } from './web-files.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'atelier-web-'))
afterAll(() => rm(folder, { recursive: true }))

for (const [name, text] of Object.entries({
  'a.js': 'one',
  'a.js.br': 'small',
  'a.js.gz': 'larger',
  'b.css': '.b{}',
  'c.html': '<p>',
  'd.webp': 'RIFF',
}))
  await writeFile(path.join(folder, name), text)
const files = await readWebFiles(folder)

it('serves what the build made, not its compressed files by themselves', () => {
  expect([...files.keys()].sort()).toEqual(['/a.js', '/b.css', '/c.html', '/d.webp'])
})

it('compresses only what the build did not, and no page before it is its reader’s', () => {
  const { br, gzip } = files.get('/a.js')?.encodings ?? {}
  expect([String(br), String(gzip)]).toEqual(['small', 'larger'])
  const style = files.get('/b.css')?.encodings
  expect(String(brotliDecompressSync(style?.br ?? ''))).toBe('.b{}')
  expect(String(gunzipSync(style?.gzip ?? ''))).toBe('.b{}')
  expect(files.get('/c.html')?.encodings).toEqual({})
  expect(files.get('/d.webp')?.encodings).toEqual({})
})
