import { CreatePage } from '#web/features/create/create-page.tsx'
import { samples } from '../samples/samples.ts'

export function TextToImagePage() {
  return <CreatePage generationType="text-to-image" examples={samples} />
}
