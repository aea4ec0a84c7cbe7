import type { ReactNode } from 'react'
import { Chart } from '../../../ui/chart/chart.tsx'
import type { ChartProps } from '../../../ui/chart/chart-props.ts'
import { daysText } from './report-texts.ts'
import type { Days } from './report-values.tsx'

interface ReportChartProps extends Omit<ChartProps, 'names' | 'height'> {
  /** The days that the picture shows, and those of the dashed earlier period. */
  days: Days
  previous: Days | undefined
  /** The table with the values of the picture. */
  children: ReactNode
}

/**
 * The picture of a report with the table of its values. The picture is a slider for the keyboard and for screen
 * readers, and the table has every value in words (OQ-650).
 */
export function ReportChart({ days, previous, children, ...picture }: ReportChartProps) {
  return (
    <>
      <Chart
        {...picture}
        names={{ value: daysText(days), previous: previous ? daysText(previous) : '' }}
        height={220}
      />
      {children}
    </>
  )
}
