import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { RotateCcw } from '../icons/form-icons.ts'
import { prefersReducedMotion } from '../reduced-motion.ts'
import type { MeshScene } from './mesh-scene.ts'

export type MeshTexts = {
  loading: string
  reset: string
  /** How it is turned, for those who see it and those who use the keyboard. */
  hint: string
  noWebGl: string
  damaged: string
}

export type MeshViewerProps = {
  src: string
  /** The label of the object, for screen readers. */
  label: string
  /** The address of an image that is shown until the object is there. */
  poster?: string | undefined
  texts: MeshTexts
}

/**
 * A 3D object (GLB) that is turned and enlarged by mouse, touch and keyboard. It fills its parent,
 * which has a height. What draws it is loaded with the first one.
 */
export function MeshViewer({ src, label, poster, texts }: MeshViewerProps) {
  const place = useRef<HTMLDivElement>(null)
  const { state, scene } = useMeshScene(place, src)
  const hint = useId()
  const isShown = state === 'shown'
  return (
    <section
      aria-label={label}
      aria-busy={state === 'loading'}
      data-mesh={state}
      className="relative flex size-full min-h-48 flex-col"
    >
      <div
        ref={place}
        {...(isShown && {
          role: 'application',
          tabIndex: 0,
          'aria-label': label,
          'aria-describedby': hint,
        })}
        className={`absolute inset-0 touch-none overflow-hidden -outline-offset-2 ${isShown ? 'cursor-grab active:cursor-grabbing' : ''}`}
      />
      {!isShown && <Instead state={state} poster={poster} texts={texts} />}
      {isShown && (
        <>
          <span className="absolute top-2 right-2">
            <IconButton
              icon={RotateCcw}
              label={texts.reset}
              onImage
              onClick={() => scene.current?.reset()}
            />
          </span>
          <p
            id={hint}
            className="pointer-events-none absolute inset-x-2 bottom-2 text-center text-small text-quiet max-sm:sr-only"
          >
            {texts.hint}
          </p>
        </>
      )}
    </section>
  )
}

type MeshState = 'loading' | 'shown' | 'no-webgl' | 'damaged'

type InsteadProps = { state: MeshState } & Pick<MeshViewerProps, 'poster' | 'texts'>

/** Its poster while it loads, and why it is not there. */
function Instead({ state, poster, texts }: InsteadProps) {
  return (
    <>
      {poster && (
        <img
          src={poster}
          alt=""
          className="absolute inset-0 size-full scale-105 object-contain opacity-30 blur-sm"
        />
      )}
      {state === 'loading' ? (
        <p role="status" className="breathe relative m-auto px-4 text-center text-quiet">
          {texts.loading}
        </p>
      ) : (
        <p role="alert" className="relative m-auto max-w-md px-4 text-center wrap-anywhere">
          {state === 'no-webgl' ? texts.noWebGl : texts.damaged}
        </p>
      )}
    </>
  )
}

/** Loads the file and draws it; ends both when the viewer is left or shows another file. */
function useMeshScene(place: RefObject<HTMLDivElement | null>, src: string) {
  const scene = useRef<MeshScene>(null)
  const [loaded, setLoaded] = useState<{ src: string; state: MeshState }>()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const leaving = new AbortController()
    const end = (state: MeshState) => !leaving.signal.aborted && setLoaded({ src, state })
    void openScene(element, src, leaving.signal, () => end('damaged')).then(
      (opened) => {
        if (leaving.signal.aborted) return opened?.dispose()
        scene.current = opened
        end(opened ? 'shown' : 'no-webgl')
      },
      () => end('damaged'),
    )
    const endKeys = listenToKeys(element, scene)
    return () => {
      leaving.abort()
      endKeys()
      scene.current?.dispose()
      scene.current = null
    }
  }, [place, src])
  return { scene, state: loaded?.src === src ? loaded.state : ('loading' as const) }
}

/** Answers `null` without WebGL. Throws where the file does not arrive or cannot be drawn. */
async function openScene(
  place: HTMLElement,
  src: string,
  signal: AbortSignal,
  onLost: () => void,
): Promise<MeshScene | null> {
  if (!hasWebGl()) return null
  const [{ openMeshScene }, content] = await Promise.all([
    import('./mesh-scene.ts'),
    fetchFile(src, signal),
  ])
  signal.throwIfAborted()
  return openMeshScene(content, { place, opensTurning: !prefersReducedMotion(), onLost })
}

async function fetchFile(src: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(src, { signal })
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`)
  return response.arrayBuffer()
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Degrees and factor of one key press. */
const step = 15
const zoomStep = 1.2

const keys: Readonly<Record<string, (scene: MeshScene) => void>> = {
  ArrowLeft: (scene) => scene.turn(-step, 0),
  ArrowRight: (scene) => scene.turn(step, 0),
  ArrowUp: (scene) => scene.turn(0, step),
  ArrowDown: (scene) => scene.turn(0, -step),
  '+': (scene) => scene.zoom(zoomStep),
  '=': (scene) => scene.zoom(zoomStep),
  '-': (scene) => scene.zoom(1 / zoomStep),
  '0': (scene) => scene.reset(),
}

/** Keys of the focused object; a press on it belongs to it alone, and not to what is around it. */
function listenToKeys(place: HTMLElement, scene: RefObject<MeshScene | null>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!run || !scene.current) return
    event.preventDefault()
    event.stopPropagation()
    run(scene.current)
  }
  const keep = (event: Event) => event.stopPropagation()
  place.addEventListener('keydown', onKeyDown)
  place.addEventListener('pointerdown', keep)
  return () => {
    place.removeEventListener('keydown', onKeyDown)
    place.removeEventListener('pointerdown', keep)
  }
}
