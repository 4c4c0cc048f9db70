import { useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { MeshView } from '#web/shared/mesh-view.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import type { ReportedResultView } from '../contract.ts'

/** Blurred until the operator wants to see them. */
export function ReportedFiles({ files }: Pick<ReportedResultView, 'files'>) {
  const [isShown, setShown] = useState(false)
  if (files.length === 0) return null
  return (
    <div className="flex w-64 shrink-0 flex-col gap-2">
      {files.map(({ url, content_type: type }) => {
        if (!isShown && !type.startsWith('image/')) return null
        if (type.startsWith('video/'))
          // biome-ignore lint/a11y/useMediaCaption: generated videos have none
          return <video key={url} src={url} controls className="w-full" />
        if (type.startsWith('audio/'))
          // biome-ignore lint/a11y/useMediaCaption: generated audio has none
          return <audio key={url} src={url} controls className="w-full" />
        if (type.startsWith('model/'))
          return (
            <div key={url} className="aspect-square bg-stage">
              <MeshView src={url} label={m.admin_reports_file()} isOnDemand />
            </div>
          )
        return (
          <span key={url} className="block aspect-square overflow-hidden bg-raised">
            <img
              src={url}
              alt={m.admin_reports_file()}
              className={`size-full object-contain ${isShown ? '' : 'blur-2xl'}`}
            />
          </span>
        )
      })}
      <Button onClick={() => setShown(!isShown)} aria-pressed={isShown}>
        {isShown ? m.admin_reports_hide() : m.admin_reports_show()}
      </Button>
    </div>
  )
}
