import { type Place, placeBeside } from './popover.tsx'

const delay = 350

/**
 * Shows the text of `data-tip` beside any element that has one, on hover and on keyboard focus;
 * `data-tip-side` may say `right`. The text repeats the element's accessible name, so it is hidden
 * from screen readers. Call once at the start.
 */
export function startTooltips(): void {
  const tip = document.createElement('div')
  tip.popover = 'manual'
  tip.ariaHidden = 'true'
  tip.className = 'fixed inset-auto m-0 max-w-60 rounded-[6px] px-2 py-1 text-small shadow-overlay'
  document.body.append(tip)

  let timer: ReturnType<typeof setTimeout> | undefined
  let owner: HTMLElement | undefined

  const hide = () => {
    clearTimeout(timer)
    owner = undefined
    tip.hidePopover()
  }
  const show = (target: HTMLElement) => {
    tip.textContent = target.dataset.tip ?? ''
    tip.showPopover()
    placeBeside(tip, target, {
      side: (target.dataset.tipSide as Place['side']) ?? 'below',
      align: 'center',
    })
  }
  const offer = (event: Event, wait: number) => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
    if (target === owner || event.target === tip) return
    hide()
    if (!target?.dataset.tip || target.getAttribute('aria-expanded') === 'true') return
    owner = target
    timer = setTimeout(() => target.isConnected && show(target), wait)
  }

  document.addEventListener(
    'pointerover',
    (event) => event.pointerType === 'mouse' && offer(event, delay),
  )
  document.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) offer(event, 0)
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', hide)
  document.addEventListener('scroll', hide, { capture: true, passive: true })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide())
}
