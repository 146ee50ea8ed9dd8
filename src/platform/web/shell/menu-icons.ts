import {
  IconBuildingBank,
  IconCertificate,
  IconChecks,
  IconFileDescription,
  IconHistory,
  IconHome,
  IconLayoutDashboard,
  IconPackage,
  IconPlus,
  IconPrinter,
  IconReceiptRupee,
  IconRefresh,
  IconSchool,
  IconStack2,
  IconUsers,
} from '@tabler/icons-react';

export const menuIcons = {
  home: IconHome,
  users: IconUsers,
  add: IconPlus,
  print: IconPrinter,
  fee: IconReceiptRupee,
  certificate: IconCertificate,
  application: IconFileDescription,
  college: IconBuildingBank,
  student: IconSchool,
  stock: IconPackage,
  queue: IconStack2,
  runs: IconPrinter,
  done: IconChecks,
  reprint: IconRefresh,
  overview: IconLayoutDashboard,
  log: IconHistory,
};

export type MenuIcon = keyof typeof menuIcons;
