import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import type { AllParts } from '#core/parts.ts'
import { fluxDev } from '../models.ts'
import type { testPerson } from '../person.ts'

type Person = Awaited<ReturnType<typeof testPerson>>

/** A finished public image of a person, with the address of its file. */
export async function makeImage(
  context: AllParts,
  who: Person,
  { prompt = 'a fox', isPublic = true } = {},
) {
  const [r, g, b] = randomBytes(3)
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 }
  const create = { width: 64, height: 48, channels: 3, background } as const
  await recordSample(context, {
    ...{ accountId: who.account.id, model: fluxDev, input: { prompt }, files: {} },
    ...{ daysAgo: 0, results: [await sharp({ create }).png().toBuffer()], answer: null },
  })
  const { body } = await who.request('GET', '/api/image-generation/history')
  const { id, images } = body.data[0].generation as GenerationView
  if (!isPublic)
    await who.request('POST', `/api/generations/${id}/visibility`, { is_public: false })
  return { id, url: images[0]?.url ?? '' }
}
