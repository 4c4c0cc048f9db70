import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { comparisonTexts, viewerTexts } from '#web/shared/texts.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ZoomIn, ZoomOut } from '#web/ui/icons/media-icons.ts'
import { SplitView } from '#web/ui/media/comparison.tsx'
import { type LinkedZoom, linkZoom } from '#web/ui/viewer/linked-zoom.ts'
import type { ComparedResult, CompareLayout } from './compare-page.tsx'

export type ComparedProps = {
  a: ComparedResult
  b: ComparedResult
  layout: CompareLayout
  labels: [string, string]
}

/** Two images under a line that is dragged, or beside each other with one zoom for both. */
export function ImagesCompared({ a, b, layout, labels }: ComparedProps) {
  return layout === 'slider' ? (
    <SplitView
      before={<ComparedImage result={a} />}
      after={<ComparedImage result={b} />}
      texts={{
        ...comparisonTexts(),
        slider: m.compare_line(),
        before: labels[0],
        after: labels[1],
      }}
    />
  ) : (
    <SideBySide {...{ a, b, labels }} />
  )
}

function ComparedImage({ result: { generation, media } }: { result: ComparedResult }) {
  return (
    <img
      src={media.url}
      alt={generationTitle(generation)}
      draggable={false}
      decoding="async"
      className="size-full object-contain"
    />
  )
}

function SideBySide({ a, b, labels }: Omit<ComparedProps, 'layout'>) {
  const root = useRef<HTMLDivElement>(null)
  const zoom = useRef<LinkedZoom>(null)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    if (!root.current) return
    const linked = linkZoom(
      [...root.current.querySelectorAll<HTMLElement>('[data-zoom]')],
      setScale,
    )
    zoom.current = linked
    return linked.stop
  }, [])
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return
    if (key === '+' || key === '=') zoom.current?.step(1)
    if (key === '-') zoom.current?.step(-1)
    if (key === '0') zoom.current?.reset()
  }
  const texts = viewerTexts()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat what the buttons do
    <div ref={root} onKeyDown={onKeyDown} className="flex size-full flex-col gap-2">
      <div className="grid min-h-0 flex-1 grid-cols-2 gap-2 max-sm:portrait:grid-cols-1 max-sm:portrait:grid-rows-2">
        {[a, b].map((result, at) => (
          <figure
            // biome-ignore lint/suspicious/noArrayIndexKey: both sides may be the same result
            key={at}
            className="relative min-h-0 min-w-0 overflow-hidden bg-stage"
          >
            <div
              data-zoom
              className="size-full touch-none select-none data-enlarged:cursor-grab data-enlarged:active:cursor-grabbing"
            >
              <div className="size-full origin-center">
                <ComparedImage result={result} />
              </div>
            </div>
            <SideLabel>{labels[at]}</SideLabel>
          </figure>
        ))}
      </div>
      <div className="flex items-center justify-center gap-1">
        <IconButton icon={ZoomOut} label={texts.smaller} onClick={() => zoom.current?.step(-1)} />
        <Button variant="quiet" size="small" onClick={() => zoom.current?.reset()}>
          <span className="tabular-nums">{texts.fit(Math.round(scale * 100))}</span>
        </Button>
        <IconButton icon={ZoomIn} label={texts.larger} onClick={() => zoom.current?.step(1)} />
      </div>
    </div>
  )
}

/** What one side shows, over its corner. */
export function SideLabel({ children }: { children: string | undefined }) {
  return (
    <figcaption className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-1rem)] truncate rounded-[5px] scheme-dark bg-ground/85 px-2 py-1 text-small text-text">
      {children}
    </figcaption>
  )
}
