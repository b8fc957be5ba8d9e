// What the pictures show, in a few sentences, each with its source.

const explained = {
  astar: ['A*', 'A* expands the open cell with the least f = g + h: the cost so far plus a lower bound on the rest. If the bound never exceeds the true rest, the first path that reaches the goal is a cheapest one. throng keeps the open cells in buckets of integer costs.',
    'P. Hart, N. Nilsson, B. Raphael, “A Formal Basis for the Heuristic Determination of Minimum Cost Paths”, 1968.'],
  jps: ['Jump point search', 'Among equal paths on plain ground, those that turn as late as possible are enough. The search follows straight lines and stops only at jump points: cells next to the corner of an obstacle. The lines in the picture are its jumps. With an index, jumps are read from a graph instead of scanned.',
    'D. Harabor, A. Grastien, “Online Graph Pruning for Pathfinding on Grid Maps”, AAAI 2011.'],
  hub: ['Hub labels', 'Every corner of an obstacle stores its distances to a few hubs, chosen so that any two corners share a hub on a shortest way between them. A query joins two labels: no search. Show “hub labels” to see the labels of both ends, and where they meet.',
    'T. Akiba, Y. Iwata, Y. Yoshida, “Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned Landmark Labeling”, SIGMOD 2013.'],
  textbook: ['Textbook A*', 'The baseline of the measurements: a priority queue of the standard library over costs with decimals, and a closed list. It expands more cells than the A* of throng, since a tie is broken by the number of the cell.',
    'Hart, Nilsson, Raphael, 1968.'],
  idastar: ['Iterative-deepening A*', 'Depth-first searches without an open or a closed list. Each one follows all paths whose f lies below a limit; then the limit rises to the least f beyond it, and the search begins again at the start. Memory is that of one path, but time is exponential where the bound is too low: the page gives up after 500,000 expansions. Moves that one legal move makes shorter are left out. Watch it on small maps.',
    'R. Korf, “Depth-First Iterative-Deepening: An Optimal Admissible Tree Search”, Artificial Intelligence 27, 1985; P. Yap, “Grid-based Path-Finding”, 2002, compares it on tiles, octiles and hexes.'],
  fringe: ['Fringe search', 'No sorted open list: the search scans a list again and again, each time with a higher limit on f, and expands what lies below it.',
    'Y. Björnsson, M. Enzenberger, R. Holte, J. Schaeffer, “Fringe Search: Beating A* at Pathfinding on Game Maps”, CIG 2005.'],
  bidirectional: ['Bidirectional A*', 'Two searches take turns, from the start and from the goal. Each cell is settled by one of them only. They stop when no open cell can improve the best path found.',
    'W. Pijls, H. Post, “Yet another bidirectional algorithm for shortest paths”, EI 2009-10.'],
  wastar: ['Weighted A*', 'f = g + w h. With w = 1.5 the path costs at most half more than the cheapest one, and the search heads for the goal.',
    'I. Pohl, “Heuristic search viewed as path finding in a graph”, 1970.'],
  greedy: ['Greedy best-first search', 'The cell that looks nearest comes first, whatever it cost to get there. Fast in the open, fooled by every hollow, and the path has no bound.',
    'A. Patel, “Amit’s Notes about Path-Finding”, redblobgames.com.'],
  beam: ['Beam search', 'Only the best cells of each layer are kept. Memory is bounded; the search may miss every path.',
    'R. Bisiani, “Beam search”, Encyclopedia of Artificial Intelligence, 1987.'],
  front: ['Fronts', 'Lines of cells cut the map into ever smaller parts. The distances between the cells of these lines are stored, and a query climbs from both ends to the line between them. No cell is expanded.',
    'Nested dissection: A. George, 1973; customizable contraction: J. Dibbelt, B. Strasser, D. Wagner, 2014.'],
  hierarchy: ['Contraction hierarchy', 'The corners of obstacles are removed one by one, the least important first, and shortcuts keep the distances between those that are left. A query climbs from both ends to more important corners only; A* with landmarks joins the climbs in the core, which is not contracted. The lines in the picture are arcs and shortcuts: they may cross walls.',
    'R. Geisberger, P. Sanders, D. Schultes, D. Delling, “Contraction Hierarchies”, WEA 2008; T. Uras, S. Koenig, C. Hernández, “Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids”, ICAPS 2013.'],
  bounded: ['Convex priorities', 'As weighted A*, with the same guarantee, but the allowance is spent near the goal (pxwd, xdp) or near the start (pxwu, xup). No cell needs to be expanded twice.',
    'J. Chen, N. Sturtevant, “Conditions for Avoiding Node Re-expansions in Bounded Suboptimal Search”, IJCAI 2019.'],
  plain: ['Distance on an open map', 'The cost if there were no obstacles: octile with diagonal steps, Manhattan without, and the hexagonal distance on hexes.',
    'P. Yap, “Grid-based Path-Finding”, 2002, compares tiles, octiles, hexes and texes.'],
  zero: ['No heuristic', 'With h = 0 A* is Dijkstra’s algorithm: it expands everything that is nearer than the goal.',
    'E. Dijkstra, “A note on two problems in connexion with graphs”, 1959.'],
  landmark: ['Differential heuristic', 'The distances from a few landmarks are stored for all cells. By the triangle inequality, |d(L, goal) − d(L, cell)| is a lower bound, and the sum an upper bound. A landmark behind the goal, seen from the start, bounds best. Show “landmarks and the triangle” and drag one.',
    'A. Patel, “Differential heuristics”, redblobgames.com; A. Goldberg, C. Harrelson, “Computing the Shortest Path: A* Search Meets Graph Theory”, SODA 2005.'],
  deadend: ['Dead-end heuristic', 'The map is cut into areas such as rooms and corridors. An area that no path from start to goal can pass through is a dead end for the query, and the search never enters it. Show “areas”: hatched areas are dead ends.',
    'Y. Björnsson, K. Halldórsson, “Improved Heuristics for Optimal Pathfinding on Game Maps”, AIIDE 2006.'],
  gateway: ['Gateway heuristic', 'Between two areas lies a gate. The costs between all gates are stored; a bound adds the way to a gate, the cost between two gates, and the way from there.',
    'Y. Björnsson, K. Halldórsson, AIIDE 2006.'],
  best: ['All bounds together', 'The largest of the bounds that the index has, without dead ends.',
    'Björnsson, Halldórsson, 2006; Patel.'],
  manhattan: ['Manhattan distance', 'dx + dy steps. On a map with diagonal steps, half a diagonal step each, so that it stays a lower bound.', 'P. Yap, 2002; A. Patel.'],
  octile: ['Octile distance', 'Diagonal steps as far as possible, then straight ones: the exact distance on an open map.', 'P. Yap, 2002; A. Patel.'],
  euclid: ['Straight-line distance', 'Admissible everywhere, but weaker than the octile distance, since units cannot walk in every direction.', 'A. Patel, “Heuristics”, redblobgames.com.'],
  hex: ['Hexagonal distance', 'The exact number of steps on an open map of hexes.', 'P. Yap, 2002.'],
  expansions: ['What the search did', 'A cell is generated when the search reaches it, and expanded when the search looks at its neighbours. It is reopened if a cheaper way to it turns up after its expansion, and pruned if no better path can lead through it. g is the cost so far, h the lower bound on the rest, in straight steps.',
    'Hart, Nilsson, Raphael, 1968.'],
  bound: ['The field of the heuristic', 'The colour of a cell is its lower bound on the distance to the goal. The closer the bound is to the true distance, the fewer cells a search expands. A contour line joins cells of equal bound: there is one for every 8 steps, on large maps for every 16, 32 or more.',
    'A. Patel, “Heuristics”, redblobgames.com.'],
  distances: ['Distance field', 'The colour of a cell is its distance from the start, found by one sweep over the map. A contour line joins cells of equal distance: there is one for every 8 steps, on large maps for every 16, 32 or more.',
    'E. Dijkstra, “A note on two problems in connexion with graphs”, 1959.'],
  flow: ['Flow field', 'One sweep from the goal computes the next step for every cell, so a thousand units cost as much as one. The arrows are these steps; where cells are small, only some are drawn.',
    'A. Patel, “Flow field pathfinding”, redblobgames.com.'],
  lines: ['Straight lines', 'The black line is a shortest one of straight legs that a unit can walk: it covers open cells only. Such lines turn at corners of obstacles, and the search looks only at corners around which a line would be taut. String pulling straightens the path of the engine, but keeps its side of each obstacle.',
    'S. Oh, H. Leong, “Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths”, SoCS 2017.'],
  living: ['Living maps', 'When a building appears or vanishes, only the cells whose cost to the goal changes are computed again. The units then read their next steps from the mended field.',
    'G. Ramalingam, T. Reps, “An Incremental Algorithm for a Generalization of the Shortest-Path Problem”, 1996.'],
};
const alike = { pxwd: 'bounded', pxwu: 'bounded', xdp: 'bounded', xup: 'bounded' };

function explain(words) {
  const shown = document.getElementById('explained');
  shown.replaceChildren();
  for (const word of new Set(words.map((one) => alike[one] ?? one))) {
    if (!explained[word]) continue;
    const [title, text, source] = explained[word];
    const add = (tag, content, kind) => {
      const element = document.createElement(tag);
      element.textContent = content;
      if (kind) element.className = kind;
      shown.append(element);
    };
    add('h2', title);
    add('p', text);
    add('p', `Source: ${source}`, 'source');
  }
}
