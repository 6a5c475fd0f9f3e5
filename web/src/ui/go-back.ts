/** One page back, or to the start in a tab that was opened here. */
export const goBack = () => (history.length > 1 ? history.back() : location.assign('/'))
