import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Text } from '../product.ts'
import { fillForm } from './fill-form.ts'
import { type Journey, journeys } from './journeys.ts'
import { seeRecord, seeResult } from './see-result.ts'

/** What the browser tests' own fixtures give. */
type Hands = { page: Page; text: Text; open: (path: string) => Promise<void> }

/**
 * From an empty form, as the holder of 1,000 credits, to the record in the history. axe looks at
 * the pages of the first model of a kind alone: they are the same for the others, and it takes
 * longer than the rest.
 */
export async function make({ page, text, open }: Hands, journey: Journey): Promise<void> {
  const isFirst =
    journey === journeys.find(({ generationType }) => generationType === journey.generationType)
  const { steps, words, price, left, result, history } = journey
  await fillForm(page, text, steps)
  await submitButton(page, text, journey).click()
  await expectBalance(page, text, left)
  await seeResult(page, text, words, result)
  await expectBalance(page, text, left)
  if (isFirst) await expectAccessible(page)

  await open(history)
  await seeRecord(page, text, words, result, price)
  if (isFirst) await expectAccessible(page)
}

/** The button that spends, by its exact words: what happens and the price. */
export function submitButton(
  page: Page,
  text: Text,
  { price, result }: Pick<Journey, 'price' | 'result'>,
) {
  return page.getByRole('button', { name: submitWords(text, price, result), exact: true })
}

function submitWords(text: Text, credits: number, result: Journey['result']): string {
  if (result === 'audio') return text('create_submit_audio', { credits })
  if (result === 'answer') return text('create_submit_question', { credits })
  if (result === 'transcript') return text('create_submit_transcription', { credits })
  if (result === 'text') return text('create_submit_text', { credits })
  if (result === 'mesh') return text('create_submit_3d', { credits })
  if ('recording' in result) return text(result.recording, { credits })
  if ('video' in result) return text('create_submit_video', { credits })
  if (result.before) return text('create_submit_edit', { credits })
  return text('create_submit', { count: result.images, credits })
}

export async function expectBalance(page: Page, text: Text, credits: number): Promise<void> {
  await expect(page.getByText(text('app_balance', { credits })).first()).toBeVisible()
}
