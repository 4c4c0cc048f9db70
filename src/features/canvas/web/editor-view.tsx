import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isTyping } from '#web/lib/browser/is-typing.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { maxSide } from '../rules.ts'
import { AdjustPanel } from './adjust/adjust-panel.tsx'
import { CornerHandles } from './adjust/corner-handles.tsx'
import type { Editor } from './document/editor-store.ts'
import { canPaint, isBeside, type Layer } from './document/layers.ts'
import { placeImage, sayNotOpened } from './document/place-image.ts'
import { placeRecord } from './document/place-result.ts'
import { Raster } from './document/raster.ts'
import { unionOf } from './document/selection.ts'
import { GeneratePanel } from './generate/generate-panel.tsx'
import { SelectByWords } from './generate/select-by-words.tsx'
import { type StagedResult, StagedResults, type StartedJob } from './generate/staged-results.tsx'
import { useKeys, useToolKeys } from './keys/use-keys.ts'
import { LayersPanel } from './layers-panel.tsx'
import type { Point, Rect, Size } from './pixels/pixels.ts'
import { Stage } from './tools/stage.tsx'
import { Toolbar } from './tools/toolbar.tsx'
import type { Dropped } from './tools/use-stage-events.ts'
import { fitView, type View, zoomAt } from './tools/view.ts'

type EditorViewProps = {
  editor: Editor
  /** What stands above the tools: its name, its state and how to keep it. */
  head: ReactNode
}

/** The open canvas: stage, tools, layers and what is generated into it. */
export function EditorView({ editor, head }: EditorViewProps) {
  const size = useStore(editor.store, (state) => state.size)
  const { view, setView, place, onSize, fit } = useView(size)
  const [started, setStarted] = useState<StartedJob>()
  const [staged, setStaged] = useState<StagedResult>()
  const [isBefore, setBefore] = useState(false)
  const [adjusted, setAdjusted] = useState<Layer>()
  const endAdjusting = useCallback(() => setAdjusted(undefined), [])
  const adjustable = useStore(editor.store, ({ layers, activeId }) => {
    const layer = layers.find(({ id }) => id === activeId)
    return layer && canPaint(layers, layer) && !isBeside(layer) ? layer : undefined
  })
  const close = () => {
    setStarted(undefined)
    setStaged(undefined)
    setBefore(false)
  }
  const isMaking = useIsMaking(started)
  const accept = ({ canvas, at, generationId, position }: StagedResult) => {
    const raster = new Raster()
    raster.draw({ x: 0, y: 0, width: canvas.width, height: canvas.height }, (context) =>
      context.drawImage(canvas, 0, 0),
    )
    const corner = started ? growDocument(editor, started.job.frame) : { x: 0, y: 0 }
    const { layers } = editor.store.getState()
    editor.choose({ activeId: topImage(layers) })
    const control = started?.control
    editor.addLayer({
      ...(control ? { kind: 'control', control } : { kind: 'image' }),
      ...{ name: m.canvas_result({ at: position }), raster },
      ...{ x: at.x - corner.x, y: at.y - corner.y },
      source: { generation_id: generationId, position },
    })
    close()
  }
  const addFiles = (files: File[]) => void placeFiles(editor, files)
  const drop = useCallback(
    (dropped: Dropped, at: Point) => void placeDropped(editor, dropped, at),
    [editor],
  )
  const middle = { x: place.width / 2, y: place.height / 2 }
  const zoom = (factor: number) => setView(zoomAt(view, middle, factor))
  const keysOf = useToolKeys()
  useKeys(editor, { zoom, fit })
  usePaste(addFiles)
  return (
    <div className="flex h-stage min-h-96 flex-none flex-col">
      {head}
      <Toolbar
        editor={editor}
        scale={view.scale}
        keysOf={keysOf}
        onAdjust={adjustable && (() => setAdjusted(adjustable))}
        onFit={fit}
        onZoom={zoom}
      />
      <div className="flex min-h-0 flex-1 max-md:flex-col sm:short:flex-row!">
        <Stage
          {...{ editor, view, onSize }}
          staged={isBefore ? undefined : staged}
          onView={setView}
          onDrop={drop}
        >
          {adjusted && <CornerHandles editor={editor} view={view} layer={adjusted} />}
        </Stage>
        <aside
          aria-label={m.canvas_panels()}
          className="flex shrink-0 flex-col gap-5 overflow-y-auto border-line p-3 max-md:max-h-[45dvh] max-md:border-t md:w-80 md:border-l sm:short:max-h-none! sm:short:w-72! sm:short:border-t-0! sm:short:border-l!"
        >
          {adjusted && (
            <AdjustPanel
              key={adjusted.id}
              editor={editor}
              layer={adjusted}
              onClose={endAdjusting}
            />
          )}
          {/* What was typed there stays while a layer is adjusted. */}
          <div className={adjusted ? 'hidden' : 'contents'}>
            <SelectByWords editor={editor} />
            <GeneratePanel editor={editor} onStarted={setStarted} isWaiting={isMaking} />
            {started && (
              <StagedResults
                key={started.generation.id}
                {...{ started, staged, isBefore }}
                onBefore={setBefore}
                onStaged={setStaged}
                onAccept={accept}
                onClose={close}
              />
            )}
            <LayersPanel editor={editor} onFiles={addFiles} />
          </div>
        </aside>
      </div>
    </div>
  )
}

/** Whether the results of a generation are still to come. */
function useIsMaking(started: StartedJob | undefined): boolean {
  const { data } = useQuery({
    ...generationQuery(started?.generation.id ?? ''),
    enabled: started !== undefined,
  })
  return started !== undefined && isOpen(data ?? started.generation)
}

/**
 * Makes the document larger where a result reaches beyond its edge, up to the longest side. Returns
 * where its new corner is on the document as it was.
 */
function growDocument(editor: Editor, frame: Rect): Point {
  const { size } = editor.store.getState()
  const whole = unionOf({ x: 0, y: 0, ...size }, frame)
  const isSame = whole.width === size.width && whole.height === size.height
  if (isSame || Math.max(whole.width, whole.height) > maxSide) return { x: 0, y: 0 }
  editor.crop(whole)
  return whole
}

/** New pictures go above all pictures and groups, and below the masks. */
function topImage(layers: ReturnType<Editor['store']['getState']>['layers']): string | null {
  return layers.findLast(({ kind, parent }) => kind !== 'mask' && parent === null)?.id ?? null
}

async function placeDropped(editor: Editor, dropped: Dropped, at: Point): Promise<void> {
  if ('files' in dropped) return placeFiles(editor, dropped.files, at)
  const name = m.canvas_image()
  try {
    if ('item' in dropped) await placeImage(editor, dropped.item.address, { name, at })
    else if (!(await placeRecord(editor, dropped.record, at)))
      toast(m.canvas_no_image_in_record(), { tone: 'bad' })
  } catch (error) {
    sayNotOpened(name, error)
  }
}

async function placeFiles(editor: Editor, files: readonly File[], at?: Point): Promise<void> {
  for (const file of files) {
    try {
      await placeImage(editor, file, { name: file.name.replace(/\.\w+$/, ''), at })
    } catch (error) {
      sayNotOpened(file.name, error)
    }
  }
}

function useView(document: Size) {
  const [place, setPlace] = useState<Size>({ width: 1, height: 1 })
  const [view, setView] = useState<View>({ scale: 1, x: 0, y: 0 })
  const fitted = useRef<Size>(undefined)
  const onSize = useCallback(
    (size: Size) => {
      setPlace(size)
      // A document that was cropped is shown as a whole again.
      if (fitted.current === document) return
      fitted.current = document
      setView(fitView(document, size))
    },
    [document],
  )
  return { view, setView, place, onSize, fit: () => setView(fitView(document, place)) }
}

/** A pasted image becomes a layer. */
function usePaste(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith('image/'),
      )
      if (files.length === 0 || isTyping(event.target)) return
      event.preventDefault()
      onFiles(files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [onFiles])
}
