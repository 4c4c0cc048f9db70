import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nextSpeed, setSpeed, stepFrame } from '../media/player-commands.ts'
import type { Zoomer } from './zoomer.ts'

/** The actions on the shown item, defined by the caller. */
export type ItemCommand = 'remove' | 'favorite' | 'download'

type Subject = {
  frame: RefObject<HTMLElement | null>
  zoomer: RefObject<Zoomer | null>
  isZoomable: boolean
  step: (by: -1 | 1) => void
  onDetails: (() => void) | undefined
  onCommand: ((command: ItemCommand) => void) | undefined
}

/**
 * The keys anywhere in the viewer, handled before a player's: arrows move on, and a player seeks
 * with its own slider. Fields, sliders and all overlays above the viewer keep their keys; toasts
 * and tooltips, which the user did not open, do not.
 */
export function useViewerKeys({ frame, zoomer, isZoomable, step, onDetails, onCommand }: Subject) {
  const run = (command: ViewerCommand): boolean => {
    switch (command) {
      case 'previous':
      case 'next':
        step(command === 'next' ? 1 : -1)
        return true
      case 'larger':
      case 'smaller':
        zoomer.current?.step(command === 'larger' ? 1 : -1)
        return isZoomable
      case 'fit':
        zoomer.current?.reset()
        return isZoomable
      case 'space':
        if (playOrPause(frame.current)) return true
        zoomer.current?.toggle()
        return isZoomable
      case 'earlier-frame':
      case 'later-frame':
        return withMedia(frame.current, (media) =>
          stepFrame(media, command === 'later-frame' ? 1 : -1, fpsOf(media)),
        )
      case 'slower':
      case 'faster':
        return withMedia(frame.current, (media) =>
          setSpeed(media, nextSpeed(media.playbackRate, command === 'faster' ? 1 : -1)),
        )
      case 'details':
        onDetails?.()
        return onDetails !== undefined
      default:
        onCommand?.(command)
        return onCommand !== undefined
    }
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = viewerCommand(event)
    if (!command || !isOurs(event, command, frame.current)) return
    const isHeld = event.repeat && !repeated.includes(command)
    if (!isHeld && !run(command)) return
    event.preventDefault()
    event.stopPropagation()
  })
  // On the document, because no element may have the focus: the focused one was removed with its
  // item.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

function isOurs({ target }: KeyboardEvent, command: ViewerCommand, frame: Element | null): boolean {
  if (!(target instanceof Element)) return false
  const isInViewer = target.closest('dialog') === frame?.closest('dialog')
  const isNowhere =
    target === document.body && document.querySelectorAll('dialog:modal').length === 1
  if (!isInViewer && !isNowhere) return false
  if (target.closest('[popover=auto], textarea, [contenteditable], input:not([type="range"])'))
    return false
  // A 3D object that has the focus is turned and enlarged.
  if (target.matches('[role="application"]') && turning.includes(command)) return false
  const isRange = target.matches('input')
  if (command === 'space') return !isRange && target.closest('button, a, summary') === null
  return !(isRange && ['previous', 'next', 'fit'].includes(command))
}

const turning: readonly ViewerCommand[] = ['previous', 'next', 'larger', 'smaller', 'fit']

/** The commands that a held key repeats. */
const repeated: readonly ViewerCommand[] = ['previous', 'next', 'earlier-frame', 'later-frame']

function playOrPause(frame: HTMLElement | null): boolean {
  return withMedia(frame, (media) => {
    if (media.paused) media.play().catch(() => undefined)
    else media.pause()
  })
}

/** Returns whether there was anything to play: an audio controls the video shown with it. */
function withMedia(
  frame: HTMLElement | null,
  run: (media: HTMLAudioElement | HTMLVideoElement) => void,
): boolean {
  const media = frame?.querySelector('audio') ?? frame?.querySelector('video')
  if (media) run(media)
  return Boolean(media)
}

/** As the player of the video wrote it down. */
const fpsOf = ({ dataset }: HTMLElement) => Number(dataset.fps) || null

/** The commands of the viewer's keys. */
export type ViewerCommand =
  | 'previous'
  | 'next'
  | 'larger'
  | 'smaller'
  | 'fit'
  | 'space'
  | 'remove'
  | 'favorite'
  | 'download'
  | 'details'
  | 'earlier-frame'
  | 'later-frame'
  | 'slower'
  | 'faster'

const keys: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  _: 'smaller',
  '0': 'fit',
  ' ': 'space',
  Delete: 'remove',
  Backspace: 'remove',
  f: 'favorite',
  d: 'download',
  i: 'details',
  ',': 'earlier-frame',
  '.': 'later-frame',
  '<': 'slower',
  '>': 'faster',
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** The command of a key; the browser's own shortcuts are left to it. */
export function viewerCommand({ key, altKey, ctrlKey, metaKey }: Key): ViewerCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  return keys[key] ?? keys[key.toLowerCase()]
}
