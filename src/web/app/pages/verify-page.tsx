import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import type { ProvenanceView } from '#core/provenance/contract.ts'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { FileCredentials } from '#web/shared/provenance/file-credentials.tsx'
import { ProvenanceResult } from '#web/shared/provenance/provenance-result.tsx'
import { buttonStyle } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'

/**
 * Says where a file was made, and whether it was changed. Everyone may ask. `address` in the page's
 * own names a file of this studio.
 */
export function VerifyPage() {
  const { address } = useLocation().query
  const checking = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return fetchJson<ProvenanceView>('POST', '/api/provenance', { body })
    },
  })
  const check = (files: readonly File[]) => {
    const [file] = files
    if (file) checking.mutate(file)
  }
  const { variables: file, data, error, isPending } = checking
  return (
    <DropArea onDrop={check}>
      {(isOver) => (
        <div className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 pt-6 pb-16">
          <h1 className="text-title">{m.provenance_title()}</h1>
          <p className="text-quiet">{m.provenance_text()}</p>
          <div
            className={`flex items-center gap-3 rounded-panel border border-dashed px-4 ${data ? 'justify-between py-3' : 'flex-col py-8 text-center'} ${isOver ? 'border-accent bg-raised' : 'border-edge'}`}
          >
            <p className="text-body pointer-coarse:hidden">{m.provenance_drop()}</p>
            <FileChooser
              accept="image/*,video/*,audio/*"
              onPick={check}
              className={buttonStyle({ variant: 'primary' })}
            >
              {m.provenance_choose()}
            </FileChooser>
            <p className="text-small text-quiet">{m.provenance_limit()}</p>
          </div>
          {isPending && file && (
            <div role="status" className="flex flex-col gap-2 text-quiet">
              <p className="wrap-anywhere">{m.provenance_checking({ name: file.name })}</p>
              <ProgressBar label={m.provenance_checking({ name: file.name })} />
            </div>
          )}
          {error && (
            <Notice tone="bad" announce="now">
              {errorText(error)}
            </Notice>
          )}
          {!file && address?.startsWith('/media/') && <FileCredentials path={address} />}
          {data && file && !isPending && <ProvenanceResult found={data} name={file.name} />}
        </div>
      )}
    </DropArea>
  )
}

type DropAreaProps = {
  onDrop: (files: File[]) => void
  children: (isOver: boolean) => React.ReactNode
}

/**
 * The whole page takes files: elsewhere a dropped one would open the form of its settings, and this
 * page would be left.
 */
function DropArea({ onDrop, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)
  const keep = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      aria-label={m.provenance_title()}
      className="min-h-full flex-1"
      onDragOver={(event) => {
        keep(event)
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        keep(event)
        setIsOver(false)
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children(isOver)}
    </section>
  )
}
