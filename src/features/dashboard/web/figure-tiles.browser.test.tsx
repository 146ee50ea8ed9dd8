import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { ApplicationTiles } from './figure-tiles.tsx';

test('a trend names what it compares: the additions, not the stock', async () => {
  const figure = { value: 388, thisMonth: 42, lastMonth: 50 };
  const figures = {
    ...{ students: figure, applications: figure, revenue: figure },
    pendingFee: { value: 1_200, thisMonth: 1_200, lastMonth: 600 },
    overview: { pending: 30, approved: 70 },
  };
  await renderScreen(<ApplicationTiles figures={figures} filters={{}} />);
  const tile = (label: string) => page.getByRole('group', { name: label });
  await expect.element(tile('Total Students')).toMatchTextContent(/388.*\+42 students this month, −16\s?%/);
  await expect.element(tile('Total Applications')).toMatchTextContent(/\+42 applications this month/);
  await expect.element(tile('Pending Fee')).toMatchTextContent(/\+₹1,200 this month/);
  await expect.element(tile('Total Students')).toMatchTextContent(/Vs last month/i);
});
