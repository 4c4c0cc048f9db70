import { type ComputeRequest, compute, transferOf } from './compute.ts'

// Computes one request after another, away from the page, which ends the worker to cancel one.
addEventListener('message', ({ data }: MessageEvent<ComputeRequest>) => {
  const answer = compute(data)
  postMessage(answer, { transfer: transferOf(answer) })
})
