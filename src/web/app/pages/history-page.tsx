import { HistoryHub } from '#web/history/history-hub.tsx'
import { samples } from '../samples/samples.ts'

export { prefetchHistory } from '#web/history/history-hub.tsx'

export function HistoryPage() {
  const [example] = samples
  return <HistoryHub example={{ ...example, prompt: example.prompt() }} />
}
