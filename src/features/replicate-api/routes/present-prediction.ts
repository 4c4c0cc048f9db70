import { imageKinds } from '#core/client-apis/choose-model.ts'
import { signedAddress } from '#core/client-apis/signed-address.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { isOpen, type Status } from '#core/generations/rules/status.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { failureMessage } from '#core/texts/contract/error-messages.ts'

const statuses: Readonly<Record<Status, string>> = {
  pending: 'starting',
  processing: 'processing',
  completed: 'succeeded',
  partial: 'succeeded',
  failed: 'failed',
}

/** Presents a generation as Replicate's prediction; the addresses of its files are valid for an hour. */
export async function presentPrediction(
  { context }: ApiOptions,
  c: RequestContext,
  { row, outputs }: GenerationWithMedia,
) {
  const { id, error_code: code } = row
  const hasResult = !isOpen(row.status) && (row.answer !== null || outputs.length > 0)
  const addresses = await Promise.all(
    (hasResult ? outputs : []).map(({ storage_key: key, content_type: contentType }) =>
      signedAddress(context, c.get('origin'), { key, contentType }),
    ),
  )
  const isList = imageKinds.includes(row.kind)
  const output = isList ? addresses : (row.answer ?? addresses[0] ?? null)
  const address = `${c.get('origin')}/replicate/v1/predictions/${id}`
  const ended = row.completed_at
  return {
    id,
    model: row.model.includes('/') ? row.model : `atelier/${row.model}`,
    version: 'hidden' as const,
    status: code === 'cancelled' && !hasResult ? 'canceled' : statuses[row.status],
    input: row.input,
    output: hasResult ? output : null,
    error:
      code && !hasResult
        ? failureMessage({ ...row, error_code: code }, c.get('language') ?? 'en')
        : null,
    logs: '',
    data_removed: false,
    created_at: row.created_at.toISOString(),
    started_at: row.status === 'pending' ? null : row.created_at.toISOString(),
    completed_at: ended?.toISOString() ?? null,
    metrics: ended ? { predict_time: (ended.getTime() - row.created_at.getTime()) / 1_000 } : {},
    credits: row.price - row.refunded,
    urls: { get: address, cancel: `${address}/cancel` },
  }
}
