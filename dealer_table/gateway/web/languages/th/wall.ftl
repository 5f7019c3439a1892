title-wall = โต๊ะบาคาร่า: จอแสดงผล
wall-last = ล่าสุด: { $outcome }
