import { useMutation } from '@tanstack/react-query'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { RecordListActionProps } from '#web/shared/record-actions/record-list-actions.tsx'
import { saveGenerated } from '#web/shared/record-actions/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Download } from '#web/ui/icons/form-icons.ts'

/** Downloads a list of records as one zip. */
export function RecordListAction({ path, isEmpty }: RecordListActionProps) {
  const zip = useMutation({
    mutationFn: () => downloadList(path),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  })
  return (
    <Button icon={Download} disabled={isEmpty} busy={zip.isPending} onClick={() => zip.mutate()}>
      {m.history_download_zip()}
    </Button>
  )
}

async function downloadList(path: string): Promise<void> {
  const { downloadUrl, fileName } = await fetchJson<{ downloadUrl: string; fileName: string }>(
    'POST',
    `${path}/download`,
    { body: {} },
  )
  await saveGenerated(downloadUrl, fileName)
}
