const plain = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a typed name is the signer's own: case, width and extra spaces do not count. */
export const isOwnName = (typed: string, own: string): boolean => plain(typed) === plain(own)
