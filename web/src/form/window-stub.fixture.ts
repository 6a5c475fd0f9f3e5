/** What widgets ask of a browser's window and jsdom does not have: a size that never changes. */
export function stubWindow(): void {
  const matchMedia = (media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  })
  class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(globalThis, { matchMedia, ResizeObserver })
}
