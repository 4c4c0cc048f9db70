import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { WindowDialog, WindowFooter, WindowNote } from '#web/ui/overlays/window-dialog.tsx'
import { isWhole, type TimeRange, withRangeEnd, withRangeStart } from './time-range.ts'
import { trimVideo } from './trim-video.ts'

export type TrimDialogProps = {
  /** The original: `address` is what the page shows. */
  source: { address: string; name: string; read: () => Promise<Blob> }
  /** The part of the original that was kept before. */
  saved: TimeRange | undefined
  onDone: (file: File, range: TimeRange) => void
  /** The original is to be used as it is. */
  onRestore: () => void
  onClose: () => void
}

/** A dialog as large as the window, where a part of a video is chosen and cut out. */
export function TrimDialog(props: TrimDialogProps) {
  const { source, saved, onClose } = props
  const player = useRef<HTMLVideoElement>(null)
  const [duration, setDuration] = useState<number | 'opening' | 'broken'>('opening')
  const [range, setRange] = useState<TimeRange>()
  /** Whether the part is played, not the whole video. */
  const [isPlayingPart, setPlayingPart] = useState(false)
  const open = (length: number) => {
    setDuration(Number.isFinite(length) ? length : 'broken')
    setRange(saved ?? { start: 0, end: length })
  }
  // A local file may be opened before React listens to the element.
  const openLoaded = useEffectEvent(() => {
    if (player.current?.error) setDuration('broken')
    else if (player.current && player.current.readyState > 0) open(player.current.duration)
  })
  useEffect(() => openLoaded(), [])
  const show = (next: TimeRange, seconds: number) => {
    setRange(next)
    setPlayingPart(false)
    player.current?.pause()
    if (player.current) player.current.currentTime = seconds
  }
  const playPart = ({ start }: TimeRange) => {
    setPlayingPart(true)
    if (player.current) player.current.currentTime = start
    void player.current?.play().catch(() => undefined)
  }
  const stopAtEnd = (at: number) => {
    if (!isPlayingPart || !range || at < range.end) return
    setPlayingPart(false)
    player.current?.pause()
  }
  return (
    <WindowDialog
      title={m.inputs_trim_title()}
      closeLabel={m.inputs_trim_close()}
      onClose={onClose}
    >
      {duration === 'broken' ? (
        <WindowNote>
          <p role="status">{m.inputs_trim_broken()}</p>
        </WindowNote>
      ) : (
        <div className="flex min-h-0 flex-1 items-center justify-center bg-stage p-2">
          {/* biome-ignore lint/a11y/useMediaCaption: what a person uploaded has no captions */}
          <video
            ref={player}
            src={source.address}
            controls
            playsInline
            preload="auto"
            aria-label={m.inputs_trim_video()}
            onLoadedMetadata={({ currentTarget }) => open(currentTarget.duration)}
            onTimeUpdate={({ currentTarget }) => stopAtEnd(currentTarget.currentTime)}
            onError={() => setDuration('broken')}
            className="max-h-full max-w-full"
          />
        </div>
      )}
      {typeof duration === 'number' && range && (
        <Editor
          {...props}
          {...{ duration, range }}
          onChange={show}
          onPlay={() => playPart(range)}
          readPosition={() => player.current?.currentTime ?? 0}
        />
      )}
    </WindowDialog>
  )
}

type EditorProps = TrimDialogProps & {
  duration: number
  range: TimeRange
  /** `shown`: the time that the player shows then, in seconds. */
  onChange: (range: TimeRange, shown: number) => void
  onPlay: () => void
  readPosition: () => number
}

type Progress = 'editing' | 'failed' | { percent: number }

function Editor(props: EditorProps) {
  const { source, saved, duration, range, onChange, onPlay, readPosition } = props
  const { onDone, onRestore, onClose } = props
  const [progress, setProgress] = useState<Progress>('editing')
  const isBusy = typeof progress === 'object'
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const moveStart = (to: number) => {
    const next = withRangeStart(range, to, duration)
    onChange(next, next.start)
  }
  const moveEnd = (to: number) => {
    const next = withRangeEnd(range, to, duration)
    onChange(next, next.end)
  }
  const use = async () => {
    if (isWhole(range, duration)) {
      onRestore()
      return
    }
    setProgress({ percent: 0 })
    ending.current = new AbortController()
    const { signal } = ending.current
    try {
      const video = await source.read()
      const onProgress = (share: number) => setProgress({ percent: Math.round(share * 100) })
      const file = await trimVideo(video, range, source.name, { onProgress, signal })
      if (!signal.aborted) onDone(file, range)
    } catch {
      if (!signal.aborted) setProgress('failed')
    }
  }
  return (
    <>
      <fieldset
        disabled={isBusy}
        className="grid min-w-0 shrink-0 grid-cols-[auto_1fr_auto_auto] items-center gap-x-3 gap-y-2 border-t border-line px-3 py-3 short:py-1.5 md:px-4"
      >
        <TimeRow
          {...{ label: m.inputs_trim_start(), value: range.start, duration }}
          action={m.inputs_trim_start_here()}
          onChange={moveStart}
          onSet={() => moveStart(readPosition())}
        />
        <TimeRow
          {...{ label: m.inputs_trim_end(), value: range.end, duration }}
          action={m.inputs_trim_end_here()}
          onChange={moveEnd}
          onSet={() => moveEnd(readPosition())}
        />
      </fieldset>
      <WindowFooter>
        <p role="status" className="min-w-0 flex-1 basis-20 text-small text-quiet tabular-nums">
          {progress === 'failed' ? (
            <span className="text-bad">{m.inputs_trim_failed()}</span>
          ) : isBusy ? (
            m.inputs_trim_progress({ percent: formatNumber(progress.percent) })
          ) : (
            m.inputs_trim_length({
              length: seconds(range.end - range.start),
              duration: seconds(duration),
            })
          )}
        </p>
        {saved && (
          <Button variant="quiet" onClick={onRestore}>
            {m.inputs_crop_restore()}
          </Button>
        )}
        <Button onClick={onPlay}>{m.inputs_trim_play()}</Button>
        <Button onClick={onClose}>{m.inputs_mask_cancel()}</Button>
        <Button variant="primary" busy={isBusy} onClick={() => void use()}>
          {m.inputs_trim_use()}
        </Button>
      </WindowFooter>
    </>
  )
}

type TimeRowProps = {
  label: string
  value: number
  duration: number
  /** The button that takes the place of the player. */
  action: string
  onChange: (seconds: number) => void
  onSet: () => void
}

function TimeRow({ label, value, duration, action, onChange, onSet }: TimeRowProps) {
  return (
    <>
      <span className="text-small text-quiet">{label}</span>
      <Slider
        {...{ label, value, onChange }}
        min={0}
        max={duration}
        step={0.1}
        valueText={m.field_seconds({ seconds: seconds(value) })}
      />
      <span className="text-right text-small tabular-nums">
        {m.field_seconds({ seconds: seconds(value) })}
      </span>
      <Button size="small" onClick={onSet}>
        {action}
      </Button>
    </>
  )
}

const seconds = (value: number) => formatNumber(Math.round(value * 10) / 10)
