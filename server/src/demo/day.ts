import type { App } from '../app.ts'
import type { DemoClient } from './client.ts'

export type Day = { app: App; client: DemoClient; seed: string; today: string; daysLeft: number; pace: number }
