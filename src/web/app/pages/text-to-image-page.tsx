import { CreatePage } from '#web/features/create/create-page.tsx'

export function TextToImagePage() {
  return <CreatePage generationType="text-to-image" />
}
