/** The currencies that the forms of trade documents offer. */
export const currencies = ['USD', 'EUR', 'CNY', 'JPY', 'KWD', 'GBP', 'HKD', 'SGD'].map((value) => ({ value, label: value }))
