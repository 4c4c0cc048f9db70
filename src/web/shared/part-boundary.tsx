import { Component, type ReactNode, useEffect, useState } from 'react'
import { type BuildState, checkBuild } from '#web/lib/browser/build-check.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/notices.tsx'
import { RotateCw } from '#web/ui/icons/basic-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The code of a part could not be fetched; the cause is the browser's own error. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

type PartBoundaryProps = {
  children: ReactNode
  onCatch?: () => void
  renderFailed: (error: unknown, reset: () => void) => ReactNode
}

/** Replaces a part that failed to load or threw during rendering, until it is reset. */
export class PartBoundary extends Component<
  PartBoundaryProps,
  { failure: { error: unknown } | null }
> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch() {
    this.props.onCatch?.()
  }

  override render() {
    const { failure } = this.state
    return failure
      ? this.props.renderFailed(failure.error, () => this.setState({ failure: null }))
      : this.props.children
  }
}

type PartFailedProps = {
  error: unknown
  onRetry: () => Promise<void>
} & ({ place: 'page' | 'line' } | { place: 'dialog'; isOpen: boolean; onClose: () => void })

/** The message for a missing part: why, that nothing is lost, and a retry. */
export function PartFailed({ error, onRetry, ...props }: PartFailedProps) {
  const isMissing = error instanceof NotLoaded
  const [build, setBuild] = useState<BuildState>()
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    if (isMissing) void checkBuild().then(setBuild)
  }, [isMissing])

  const needsReload = !isMissing || build === 'replaced'
  const tryAgain = async () => {
    setTrying(true)
    const now = await checkBuild()
    setBuild(now)
    // Reloaded without a connection, the browser would replace this page by an error of its own.
    if (now === 'unreachable') setTrying(false)
    else if (needsReload || now === 'replaced') location.reload()
    else await onRetry()
  }
  const { title, text } = textsOf(isMissing, build)
  const label = needsReload ? m.app_reload() : m.app_try_again()

  switch (props.place) {
    case 'page':
      return (
        <ErrorState title={title} retry={{ label, onRetry: () => void tryAgain(), busy: isTrying }}>
          {text}
        </ErrorState>
      )
    case 'line':
      return (
        <div
          role="alert"
          className="flex h-full items-center gap-3 px-4 text-small text-quiet lg:px-6"
        >
          <span className="min-w-0">{title}</span>
          <Button size="small" icon={RotateCw} busy={isTrying} onClick={() => void tryAgain()}>
            {label}
          </Button>
        </div>
      )
    case 'dialog':
      return (
        <Dialog
          open={props.isOpen}
          onClose={props.onClose}
          closeLabel={m.app_close()}
          title={title}
          description={<p role="alert">{text}</p>}
          footer={
            <Button
              icon={RotateCw}
              variant="primary"
              busy={isTrying}
              onClick={() => void tryAgain()}
            >
              {label}
            </Button>
          }
        />
      )
  }
}

function textsOf(
  isMissing: boolean,
  build: BuildState | undefined,
): { title: string; text: string } {
  if (!isMissing) return { title: m.app_broken_title(), text: m.app_broken_text() }
  if (build === 'replaced') return { title: m.app_updated_title(), text: m.app_updated_text() }
  return { title: m.app_page_failed_title(), text: m.app_page_failed_text() }
}
