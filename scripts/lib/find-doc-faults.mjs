import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders whose paths the pages may name in backticks. */
const codePath = /`((?:src|scripts|docs|packages|tests|deploy)\/[\w./-]+\.\w+)`/g
const link = /\]\(([^)\s]+)\)/g
const heading = /^#{1,6} +(.+)$/gm

/**
 * The links, anchors and file paths of Markdown pages that lead nowhere, as “page: target”. Paths
 * are relative to `root`.
 */
export function findDocFaults(root, pages) {
  return pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
    const links = [...text.matchAll(link)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
    const files = [...text.matchAll(codePath)].map(([, file]) => file)
    return [
      ...links.filter((target) => !resolves(root, page, target)),
      ...files.filter((file) => !existsSync(path.join(root, file))),
    ].map((target) => `${page}: ${target}`)
  })
}

/**
 * The sections of pages that comments in the code name and that are not there, as “file: citation”.
 */
export function findCitationFaults(root, sources) {
  return sources.flatMap((source) => {
    const text = readFileSync(path.join(root, source), 'utf8')
    const cited = [...text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(
      ([citation]) => citation,
    )
    return cited
      .filter((citation) => !resolves(root, '.', citation))
      .map((citation) => `${source}: ${citation}`)
  })
}

function resolves(root, page, target) {
  const [file, anchor] = target.split('#')
  const found = file === '' ? path.join(root, page) : path.join(root, path.dirname(page), file)
  if (!existsSync(found)) return false
  return !anchor || anchorsOf(readFileSync(found, 'utf8')).includes(anchor)
}

/** As GitHub makes them. */
function anchorsOf(text) {
  return [...text.matchAll(heading)].map(([, title]) =>
    title
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
