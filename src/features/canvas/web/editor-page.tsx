import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HistoryUnauthorized } from '#web/history/list/history-states.tsx'
import { accountQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { PageProps } from '#web/shared/page.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Input } from '#web/ui/controls/field.tsx'
import { EmptyState, Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import type { CanvasDocumentView } from '../contract.ts'
import { maxDocumentName } from '../rules.ts'
import { canvasesPath, canvasPath, canvasQuery, saveCopy } from './canvases.ts'
import { readLayers } from './document/document-files.ts'
import { createEditor, type Editor } from './document/editor-store.ts'
import { saveAsRecord } from './document/save-record.ts'
import { type Opened, type SavingState, useSaving } from './document/use-saving.ts'
import { DownloadMenu } from './download-menu.tsx'
import { EditorView } from './editor-view.tsx'
import { HelpMenu } from './help/help-menu.tsx'

/** One canvas, at the address with its id. */
export function EditorPage({ path }: PageProps) {
  const { data: account } = useQuery(accountQuery)
  const id = path.split('/').at(-1) ?? ''
  const [owner, setOwner] = useState<string>()
  if (account && account.id !== owner) setOwner(account.id)
  if (account === null && owner === undefined) return <SignedOut />
  // What is not saved when the session ends is kept for the same account.
  return owner === undefined ? null : (
    <LoadedCanvas key={`${owner} ${id}`} id={id} isSignedIn={account?.id === owner} />
  )
}

function SignedOut() {
  return (
    <>
      <h1 className="sr-only">{m.canvas_title()}</h1>
      <HistoryUnauthorized />
    </>
  )
}

/** The session has ended before the last changes were saved. */
function UnsavedSignedOut() {
  return (
    <>
      <h1 className="sr-only">{m.canvas_title()}</h1>
      <EmptyState
        title={m.sign_in_ended()}
        action={
          <a
            href={canvasesPath}
            target="_blank"
            rel="noopener"
            className="underline underline-offset-2"
          >
            {m.canvas_sign_in_elsewhere()}
          </a>
        }
      >
        {m.canvas_session_ended()}
      </EmptyState>
    </>
  )
}

type Loaded = { editor: Editor; opened: Opened }

function LoadedCanvas({ id, isSignedIn }: { id: string; isSignedIn: boolean }) {
  const { data, error } = useQuery({ ...canvasQuery(id), enabled: isSignedIn })
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (!data) return
    let isGone = false
    load(data).then(
      (made) => !isGone && setLoaded((before) => before ?? made),
      (reason: unknown) => !isGone && setFailure(reason),
    )
    return () => {
      isGone = true
    }
  }, [data])
  if (loaded) return <OpenCanvas {...loaded} isSignedIn={isSignedIn} />
  if (!isSignedIn) return <SignedOut />
  if (error || failure)
    return (
      <>
        <h1 className="sr-only">{m.canvas_title()}</h1>
        <EmptyState title={m.canvas_missing()}>
          <p>{errorText(error ?? failure)}</p>
          <Link to={canvasesPath} className="underline underline-offset-2">
            {m.canvas_title()}
          </Link>
        </EmptyState>
      </>
    )
  return <p className="m-auto text-quiet">{m.work_loading()}</p>
}

async function load(view: CanvasDocumentView): Promise<Loaded> {
  const layers = await readLayers(view)
  return {
    editor: createEditor({ width: view.width, height: view.height }, layers),
    opened: { id: view.id, version: view.version, name: view.name },
  }
}

function OpenCanvas({ editor, opened, isSignedIn }: Loaded & { isSignedIn: boolean }) {
  const { saving, name, rename } = useSaving(editor, opened)
  if (!isSignedIn) return saving.state === 'saved' ? <SignedOut /> : <UnsavedSignedOut />
  return (
    <EditorView
      editor={editor}
      head={
        <>
          <header
            data-tour="head"
            className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
          >
            <h1 className="sr-only">{m.canvas_title()}</h1>
            <Link to={canvasesPath} className="text-small text-quiet hover:text-text">
              {m.canvas_title()}
            </Link>
            <div className="max-w-56 min-w-32 flex-1">
              <Input
                aria-label={m.canvas_name()}
                value={name}
                maxLength={maxDocumentName}
                onChange={({ target }) => rename(target.value)}
              />
            </div>
            <SavingNote saving={saving} />
            <Button
              size="small"
              disabled={saving.state !== 'saved'}
              onClick={() => void saveAsRecord(editor, opened.id)}
              className="ml-auto"
            >
              {m.canvas_record()}
            </Button>
            <DownloadMenu editor={editor} name={name} />
            <HelpMenu />
          </header>
          {saving.state === 'conflict' && <Conflict editor={editor} opened={opened} name={name} />}
        </>
      }
    />
  )
}

function SavingNote({ saving }: { saving: SavingState }) {
  const texts = {
    saved: m.canvas_saved,
    saving: m.canvas_saving,
    unsaved: m.canvas_unsaved,
    conflict: m.canvas_unsaved,
  }
  return (
    <p
      role="status"
      className={`text-small ${saving.state === 'failed' ? 'text-bad' : 'text-quiet'}`}
    >
      {saving.state === 'failed'
        ? m.canvas_save_failed({ reason: saving.reason })
        : texts[saving.state]()}
    </p>
  )
}

/** Another tab has saved another version: nothing is lost, and the person decides. */
function Conflict({ editor, opened, name }: { editor: Editor; opened: Opened; name: string }) {
  const client = useQueryClient()
  const copy = async () => {
    try {
      navigate(canvasPath(await saveCopy(editor, name)))
    } catch (error) {
      toast(errorText(error), { tone: 'bad' })
    }
  }
  const reload = () => {
    client.removeQueries({ queryKey: canvasQuery(opened.id).queryKey })
    location.reload()
  }
  return (
    <Notice tone="warn" announce="politely">
      {m.canvas_conflict()}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={() => void copy()}>
          {m.canvas_conflict_copy()}
        </Button>
        <Button size="small" onClick={reload}>
          {m.canvas_conflict_reload()}
        </Button>
      </span>
    </Notice>
  )
}
