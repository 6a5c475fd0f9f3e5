import './finance-order.css'

export type Chosen = Record<string, string>
