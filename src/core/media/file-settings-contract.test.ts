import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type FileSettings,
  readSettingsPacket,
  writeSettingsPacket,
} from './file-settings-contract.ts'

const plain: FileSettings = {
  version: 1,
  studio: 'Atelier',
  generation: '01980000-0000-7000-8000-000000000001',
  generation_type: 'text-to-image',
  model: 'flux-dev',
  model_version: 1,
  seed: 7,
  input: { prompt: 'a fox' },
}

it('reads what it wrote, whatever the texts are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(text, text, text, (prompt, studio, value) => {
      const settings = {
        ...plain,
        studio,
        input: { prompt, value, steps: 0.5, is: false, no: null },
      }
      const read = readSettingsPacket(writeSettingsPacket(settings, prompt))
      expect(read).toEqual(settings)
    }),
  )
})

it('reads the property as another program writes it: as an attribute', () => {
  const json = JSON.stringify(plain)
  const [double, single] = [json.replaceAll('"', '&#34;'), json]
  for (const attribute of [`atelier:settings="${double}"`, `atelier:settings='${single}'`])
    expect(readSettingsPacket(`<a xmlns:atelier="urn:atelier:settings:1/" ${attribute}/>`)).toEqual(
      plain,
    )
})

it('has none in the metadata of other programs', () => {
  expect(readSettingsPacket('')).toBeNull()
  expect(readSettingsPacket('<x:xmpmeta><dc:description>a fox</dc:description>')).toBeNull()
})

it.each([
  ['no property', ''],
  ['no JSON', '{'],
  ['another version', JSON.stringify({ ...plain, version: 2 })],
  ['an object as a value', JSON.stringify({ ...plain, input: { prompt: { a: 1 } } })],
  ['no id', JSON.stringify({ ...plain, generation: '../x' })],
  ['a long text', JSON.stringify({ ...plain, input: { prompt: 'x'.repeat(60_000) } })],
  ['far too much', 'x'.repeat(500_000)],
])('reports %s as damaged', (_name, json) => {
  const text = json && `<atelier:settings>${json}</atelier:settings>`
  expect(readSettingsPacket(`urn:atelier:settings:1/ ${text}`)).toBe('invalid')
})
