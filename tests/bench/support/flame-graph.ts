/** One frame of a stack, as `perf script` writes it. */
export type Frame = { symbol: string; object: string }

/** `frames`: the innermost first. */
export type Sample = { comm: string; pid: number; frames: Frame[] }

/** Reads what `perf script -F comm,pid,tid,ip,sym,dso` prints. */
export function parseSamples(script: string): Sample[] {
  return script.split('\n\n').flatMap((block) => {
    const [head = '', ...lines] = block.split('\n').filter((line) => line.trim() !== '')
    const found = /^\s*(?<comm>.+?)\s+(?<pid>\d+)\/\d+/.exec(head)?.groups
    if (!found) return []
    const frames = lines.flatMap((line) => {
      const frame = /^\s+[0-9a-f]+ (?<symbol>.*) \((?<object>.*?)\)$/.exec(line)?.groups
      return frame ? [{ symbol: frame.symbol ?? '', object: frame.object ?? '' }] : []
    })
    return [{ comm: found.comm ?? '', pid: Number(found.pid), frames }]
  })
}

type Tree = { count: number; children: Map<string, Tree> }

type Options = {
  /** Names a frame; frames without a name count for the one around them. */
  owner(frame: Frame): string | null
  /** What one sample is worth. */
  perSample: number
  /** What is worth less is left out. */
  min: number
}

/** A flame graph as indented lines: what each owner and all inside it are worth, the largest first. */
export function treeOf(samples: readonly Sample[], options: Options): string {
  const root: Tree = { count: 0, children: new Map() }
  for (const { frames } of samples) {
    let at = root
    at.count += 1
    for (const name of namesOf(frames, options.owner)) {
      const next = at.children.get(name) ?? { count: 0, children: new Map() }
      at.children.set(name, next)
      next.count += 1
      at = next
    }
  }
  return linesOf('all', root, options).join('\n')
}

/** From the outside in, neighbours with the same name once. */
function namesOf(frames: readonly Frame[], owner: Options['owner']): string[] {
  const names = frames.toReversed().flatMap((frame) => owner(frame) ?? [])
  return names.filter((name, at) => name !== names[at - 1])
}

function linesOf(name: string, { count, children }: Tree, options: Options, depth = 0): string[] {
  const worth = count * options.perSample
  if (worth < options.min) return []
  const sorted = [...children].toSorted(([, one], [, other]) => other.count - one.count)
  return [
    `${'  '.repeat(depth)}${worth.toFixed(2)} ${name}`,
    ...sorted.flatMap(([child, tree]) => linesOf(child, tree, options, depth + 1)),
  ]
}
