import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryUnauthorized } from '#web/history/list/history-states.tsx'
import { accountQuery } from '#web/lib/account.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { PageList } from '#web/shared/page-list.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { ImagePlus } from '#web/ui/icons/form-icons.ts'
import { Plus } from '#web/ui/icons/history-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import type { CanvasView } from '../contract.ts'
import { canvasesQuery, canvasPath, createEmpty, createFromImage, sizes } from './canvases.ts'
import { sayNotOpened } from './document/place-image.ts'
import { showTour } from './help/tour-state.ts'

/** The account's canvases, the last changed first, and how to begin one. */
export function CanvasesPage({ title }: { title: string }) {
  const { data: account } = useQuery(accountQuery)
  const { run, isBusy } = useBeginning()
  const [chosen, setChosen] = useState(0)
  if (account === null)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <HistoryUnauthorized />
      </>
    )
  const size = sizes[chosen] ?? sizes[0]
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 pt-6 pb-16">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-title">{title}</h1>
        <select
          aria-label={m.canvas_new_size()}
          value={chosen}
          onChange={({ target }) => setChosen(Number(target.value))}
          className="h-control rounded-control border border-edge bg-ground px-2.5 text-body pointer-coarse:text-prompt"
        >
          {sizes.map(({ width, height }, index) => (
            <option key={`${width} ${height}`} value={index}>
              {width} × {height}
            </option>
          ))}
        </select>
        <Button
          variant="primary"
          icon={Plus}
          busy={isBusy}
          onClick={() => run(() => createEmpty(size))}
        >
          {m.canvas_new()}
        </Button>
        <FileChooser
          accept="image/jpeg,image/png,image/webp"
          onPick={([file]) => file && run(() => openFile(file))}
          className="inline-flex min-h-control items-center gap-2 rounded-control border border-edge px-3.5 text-body"
        >
          <ImagePlus size={16} aria-hidden />
          {m.canvas_from_image()}
        </FileChooser>
        <Button variant="quiet" disabled={isBusy} onClick={() => run(openDemo)}>
          {m.canvas_demo()}
        </Button>
      </div>
      {account && <Canvases />}
    </div>
  )
}

/** Makes the demo document, on which the tour begins. Returns its id. Throws `ApiError`. */
async function openDemo(): Promise<string> {
  const { createDemo } = await import('./demo-canvas.ts')
  const id = await createDemo()
  showTour(true)
  return id
}

/** Makes a canvas of a file; `null`: it cannot be read, and why was said. Throws `ApiError`. */
async function openFile(file: File): Promise<string | null> {
  try {
    return await createFromImage(file, file.name.replace(/\.\w+$/, ''))
  } catch (error) {
    if (error instanceof ApiError) throw error
    sayNotOpened(file.name, error)
    return null
  }
}

/** Begins a canvas and opens it. */
function useBeginning() {
  const [isBusy, setBusy] = useState(false)
  const begin = async (make: () => Promise<string | null>) => {
    setBusy(true)
    try {
      const id = await make()
      if (id) navigate(canvasPath(id))
    } catch (error) {
      toast(errorText(error), { tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { run: (make: () => Promise<string | null>) => void begin(make), isBusy }
}

function Canvases() {
  const found = useInfiniteQuery(canvasesQuery())
  return (
    <PageList found={found} loading={m.work_loading()} failed={m.canvas_missing()}>
      {(pages) => {
        const canvases = pages.flatMap((page) => page.documents)
        return canvases.length === 0 ? (
          <EmptyState title={m.canvas_none()}>
            <p>{m.canvas_none_text()}</p>
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4 gap-y-6">
            {canvases.map((canvas) => (
              <Card key={canvas.id} canvas={canvas} />
            ))}
          </ul>
        )
      }}
    </PageList>
  )
}

function Card({ canvas: { id, name, width, height, thumbnail } }: { canvas: CanvasView }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => request('DELETE', '/api/canvas/documents/{id}', { params: { id } }),
    onSuccess: () => {
      toast(m.canvas_deleted())
      void client.invalidateQueries({ queryKey: canvasesQuery().queryKey })
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  })
  return (
    <li className="group relative">
      <Link to={canvasPath(id)} className="block">
        <span className="checkerboard flex aspect-square items-center justify-center overflow-hidden rounded-panel border border-line">
          {thumbnail && (
            <img
              src={`/api/canvas/documents/${id}/files/${thumbnail}`}
              alt=""
              loading="lazy"
              className="size-full object-contain"
            />
          )}
        </span>
        <span className="mt-2 block truncate text-body">{name}</span>
        <span className="text-small text-quiet tabular-nums">
          {width} × {height}
        </span>
      </Link>
      <IconButton
        icon={Trash2}
        small
        onImage
        label={`${m.canvas_delete()}: ${name}`}
        disabled={remove.isPending}
        onClick={() => confirm(`${m.canvas_delete()}: ${name}?`) && remove.mutate()}
        className="!absolute top-2 right-2"
      />
    </li>
  )
}
