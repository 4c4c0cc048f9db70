import type { Config } from '../config.ts'
import { type Finding, right, wordsOf, wrong } from './finding.ts'

/** How long the collector may take, in ms. */
const timeout = 10_000

/** Sends the collector an export without spans. */
export async function checkTraces(tracing: NonNullable<Config['tracing']>): Promise<Finding> {
  const remedy = 'Does a collector for OTLP over HTTP run at OTEL_EXPORTER_OTLP_ENDPOINT?'
  try {
    const answer = await fetch(tracing.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
      signal: AbortSignal.timeout(timeout),
    })
    await answer.body?.cancel()
    if (!answer.ok) return wrong(`${tracing.url} answers ${answer.status}.`, remedy)
    return right(`spans are sent to ${tracing.url}`)
  } catch (error) {
    return wrong(`${tracing.url}: ${wordsOf(error)}.`, remedy)
  }
}
