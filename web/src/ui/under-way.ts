import { createContext } from 'react'

/** Tells the page around a button that its action has begun (1) or ended (-1), so that the page can hold still meanwhile. */
export const UnderWay = createContext<(change: 1 | -1) => void>(() => {})
