import { create } from 'zustand'

/** Whether the tour is shown on the canvas that is open. */
export const useTour = create<boolean>(() => false)

export const showTour = (isShown: boolean): void => useTour.setState(isShown, true)
