/** What Hendriks and Larsen print: Table 1 as our columns read, and Tables 2 to 4 by LARGE. */
export interface PaperTable {
  readonly head: readonly string[];
  readonly rows: Readonly<Record<number, readonly string[]>>;
}

export const table1: readonly string[] = [
  "the same",
  "L2, 3 < y <= 5, 3 < z <= 5, z - y = 0",
  "L0, 0 <= y <= 2, 3 < z <= 7, 3 < z - y <= 5",
  "L1, 0 <= y <= 4, 3 < z <= 11, 3 < z - y <= 7",
  "L2, 1 <= y <= 5, 4 < z <= 12, 3 < z - y <= 7",
  "L0, 0 <= y <= 2, 6 < z <= 14, 6 < z - y <= 12",
];

const times = ["paper: plain kB", "s", "accelerated kB", "s"];

/** UPPAAL 3.1.57, and the states that KRONOS 2.4.4 explored (6432 for 15 000); 10^6 took more than ten minutes. */
export const table2: PaperTable = {
  head: [...times, "KRONOS: plain", "accelerated"],
  rows: {
    100: ["", "", "", "", "45", "21"],
    1000: ["1084", "0.05", "1084", "0.01", "432", "21"],
    10000: ["1488", "2.98", "1084", "0.01", "4290", "21"],
    100000: ["6312", "374", "1084", "0.01", "", ""],
    1000000: ["-", "> 600", "1084", "0.01", "", ""],
  },
};

export const table3: PaperTable = {
  head: times,
  rows: {
    1000: ["1084", "0.05", "1084", "0.07"],
    10000: ["2412", "0.38", "2276", "0.27"],
    100000: ["7492", "16.20", "4548", "7.72"],
    1000000: ["54676", "2175.92", "26704", "1048.14"],
  },
};

export const table4: PaperTable = {
  head: times,
  rows: {
    1000: ["1084", "0.02", "1084", "0.03"],
    10000: ["2212", "0.18", "1084", "0.07"],
    100000: ["4876", "7.65", "2084", "0.16"],
    1000000: ["28716", "880.37", "3260", "5.46"],
  },
};
