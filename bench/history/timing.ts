import { type Summary, summarise } from '../measure/summary.ts'

/** Runs work again and again, one after the other, and sums up how long each took, in ms. The first runs do not count. */
export async function time(count: number, work: (run: number) => Promise<unknown>, warm = 10): Promise<Summary> {
  const taken: number[] = []
  for (let run = -warm; run < count; run++) {
    const start = performance.now()
    await work(run + warm)
    if (run >= 0) taken.push(performance.now() - start)
  }
  return summarise(taken)
}
