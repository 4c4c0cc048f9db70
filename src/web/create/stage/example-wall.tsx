import type { CSSProperties } from 'react'
import { m } from '#web/messages/compiled/messages.js'

/** An image and its prompt. `small` is the same image, at most 480 px wide and high. */
export type Example = {
  src: string
  small: string
  width: number
  height: number
  prompt: () => string
}

type ExampleWallProps = { examples: readonly Example[]; onChoose: (example: Example) => void }

/**
 * Examples on the empty stage: images at their own ratios, in two lines that fill the stage, one on
 * narrow windows.
 */
export function ExampleWall({ examples, onChoose }: ExampleWallProps) {
  const half = Math.ceil(examples.length / 2)
  const lines = [examples.slice(0, half), examples.slice(half)].filter((line) => line.length > 0)
  // The height is the width times this, so the width that fills a given height needs no measuring.
  const heightShare = lines.reduce(
    (share, line) => share + 1 / line.reduce((sum, one) => sum + ratioOf(one), 0),
    0,
  )
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center p-4 [container-type:inline-size] lg:p-6 lg:[container-type:size]">
      <div
        style={{ '--share': heightShare } as CSSProperties}
        className="flex w-full flex-col gap-3 lg:w-[min(100cqw,calc((100cqh-5.5rem)/var(--share)))]"
      >
        <div>
          <h2 className="text-title">{m.stage_idle_title()}</h2>
          <p className="mt-0.5 text-quiet">{m.stage_idle_hint()}</p>
        </div>
        <div className="flex flex-col gap-2">
          {lines.map((line, index) => (
            <ul key={line[0]?.src} className={`flex gap-2 ${index > 0 ? 'max-lg:hidden' : ''}`}>
              {line.map((example, place) => (
                <ExampleTile
                  key={example.src}
                  example={example}
                  loading={index > 0 ? 'lazy' : place > 0 ? 'eager' : 'first'}
                  onChoose={() => onChoose(example)}
                />
              ))}
            </ul>
          ))}
        </div>
      </div>
    </div>
  )
}

type ExampleTileProps = {
  example: Example
  /** `first`: the largest of what is seen at once. */
  loading: 'first' | 'eager' | 'lazy'
  onChoose: () => void
}

function ExampleTile({ example, loading, onChoose }: ExampleTileProps) {
  const { src, small, width, height, prompt } = example
  const smallWidth = Math.round((width * 480) / Math.max(width, height))
  return (
    <li
      className="min-w-0"
      style={{ flex: `${ratioOf(example)} 1 0`, aspectRatio: `${width} / ${height}` }}
    >
      <button
        type="button"
        aria-label={prompt()}
        onClick={onChoose}
        className="group ring-on-picture relative block size-full overflow-hidden bg-raised text-left"
      >
        <img
          src={src}
          srcSet={`${small} ${smallWidth}w, ${src} ${width}w`}
          sizes="(width < 64rem) 38vw, 25vw"
          alt=""
          width={width}
          height={height}
          {...(loading === 'first' ? { fetchPriority: 'high' } : { loading })}
          className="size-full object-cover"
        />
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 scheme-dark bg-ground/85 px-3 py-2 text-small text-text opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 max-lg:hidden"
        >
          {prompt()}
        </span>
      </button>
    </li>
  )
}

const ratioOf = ({ width, height }: Example) => width / height
